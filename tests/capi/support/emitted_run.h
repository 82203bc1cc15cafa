/* Runs the kernels of an emission by hand-written Vulkan, from nothing but their table. */
#ifndef VYRE_TESTS_CAPI_EMITTED_RUN_H
#define VYRE_TESTS_CAPI_EMITTED_RUN_H

#include "vulkan_host.h"

#define EMITTED_FUNCTIONS(X)      \
  X(vkCreateShaderModule)         \
  X(vkDestroyShaderModule)        \
  X(vkCreateDescriptorSetLayout)  \
  X(vkDestroyDescriptorSetLayout) \
  X(vkCreatePipelineLayout)       \
  X(vkDestroyPipelineLayout)      \
  X(vkCreateComputePipelines)     \
  X(vkDestroyPipeline)            \
  X(vkCreateDescriptorPool)       \
  X(vkDestroyDescriptorPool)      \
  X(vkAllocateDescriptorSets)     \
  X(vkUpdateDescriptorSets)       \
  X(vkCmdBindPipeline)            \
  X(vkCmdBindDescriptorSets)      \
  X(vkCmdPushConstants)           \
  X(vkCmdDispatch)

#define MOST_ARGUMENTS 16
#define MOST_KERNELS 16

/* What a parameter has bound. */
typedef struct emitted_buffer {
  uint32_t slot;
  uint64_t bytes;
  host_buffer in;
} emitted_buffer;

typedef struct emitted_kernel {
  VkShaderModule module;
  VkDescriptorSetLayout set_layout;
  VkPipelineLayout layout;
  VkPipeline pipeline;
  VkDescriptorPool pool;
  VkDescriptorSet set;
  host_buffer counts;
} emitted_kernel;

typedef struct emitted_run {
  vulkan_host* host;
  const vyre_emission_info* emission;
  emitted_buffer* parameters;
  size_t parameter_count;
  host_buffer trap;
  host_buffer hidden[MOST_ARGUMENTS]; /* by slot */
  emitted_kernel kernels[MOST_KERNELS];
#define EMITTED_DECLARE(name) PFN_##name name;
  EMITTED_FUNCTIONS(EMITTED_DECLARE)
#undef EMITTED_DECLARE
} emitted_run;

static inline emitted_buffer make_emitted_buffer(const vulkan_host* host, uint32_t slot,
                                                 uint64_t bytes) {
  emitted_buffer made = {slot, bytes, {0}};
  made.in = make_host_buffer(host, bytes < 4 ? 4 : (bytes + 3) / 4 * 4);
  return made;
}

static inline const emitted_buffer* emitted_parameter(const emitted_run* run, uint32_t slot) {
  for (size_t i = 0; i < run->parameter_count; ++i) {
    if (run->parameters[i].slot == slot) return &run->parameters[i];
  }
  printf("emitted: nothing is given for slot %u\n", slot);
  exit(1);
}

/* The bytes that an argument has bound. */
static inline uint64_t emitted_bytes(const emitted_run* run, const vyre_argument_info* argument) {
  if (argument->bytes != 0) return argument->bytes;
  return emitted_parameter(run, argument->slot)->bytes;
}

/* Each storage buffer in the order of the table has a word. */
static inline void fill_counts(const emitted_run* run, const vyre_kernel_info* info,
                               uint32_t* words) {
  for (size_t i = 0; i < info->argument_count; ++i) {
    const vyre_argument_info* argument = info->arguments[i];
    if (argument->kind != VYRE_ARGUMENT_PARAMETER && argument->kind != VYRE_ARGUMENT_HIDDEN)
      continue;
    *words++ = argument->element_bits == 0
                   ? 0
                   : (uint32_t)(emitted_bytes(run, argument) * 8 / argument->element_bits);
  }
}

static inline VkBuffer emitted_handle(emitted_run* run, const vyre_kernel_info* info,
                                      emitted_kernel* kernel, const vyre_argument_info* argument) {
  host_buffer* hidden = &run->hidden[argument->slot % MOST_ARGUMENTS];
  switch (argument->kind) {
    case VYRE_ARGUMENT_PARAMETER:
      return emitted_parameter(run, argument->slot)->in.buffer;
    case VYRE_ARGUMENT_COUNTS:
      kernel->counts = make_host_buffer(run->host, argument->bytes);
      fill_counts(run, info, kernel->counts.words);
      return kernel->counts.buffer;
    case VYRE_ARGUMENT_TRAP:
      CHECK_EQUAL(28, argument->bytes);
      return run->trap.buffer;
    default:
      if (hidden->words == NULL) *hidden = make_host_buffer(run->host, argument->bytes);
      return hidden->buffer;
  }
}

static inline VkDescriptorType emitted_type(const vyre_argument_info* argument) {
  return argument->kind == VYRE_ARGUMENT_COUNTS ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                                : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

static inline void make_emitted_layout(emitted_run* run, const vyre_kernel_info* info,
                                       emitted_kernel* kernel) {
  VkDescriptorSetLayoutBinding bindings[MOST_ARGUMENTS];
  const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, info->push_constant_bytes};
  VkDescriptorSetLayoutCreateInfo set = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .pBindings = bindings};
  VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = 1,
                                       .pSetLayouts = &kernel->set_layout,
                                       .pushConstantRangeCount = 1,
                                       .pPushConstantRanges = &range};
  memset(bindings, 0, sizeof bindings);
  CHECK(info->argument_count <= MOST_ARGUMENTS);
  set.bindingCount = (uint32_t)info->argument_count;
  for (size_t i = 0; i < info->argument_count; ++i) {
    CHECK_EQUAL(0, info->arguments[i]->set);
    CHECK_EQUAL(i, info->arguments[i]->position);
    bindings[i].binding = info->arguments[i]->binding;
    bindings[i].descriptorType = emitted_type(info->arguments[i]);
    bindings[i].descriptorCount = 1;
    bindings[i].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  }
  CHECK_EQUAL(VK_SUCCESS,
              run->vkCreateDescriptorSetLayout(run->host->device, &set, NULL, &kernel->set_layout));
  CHECK_EQUAL(VK_SUCCESS,
              run->vkCreatePipelineLayout(run->host->device, &layout, NULL, &kernel->layout));
}

static inline void make_emitted_pipeline(emitted_run* run, const vyre_kernel_info* info,
                                         emitted_kernel* kernel) {
  VkShaderModuleCreateInfo code = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                   .codeSize = info->code.size,
                                   .pCode = (const uint32_t*)info->code.data};
  VkComputePipelineCreateInfo pipeline = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                          .layout = kernel->layout};
  CHECK_EQUAL(VK_SUCCESS,
              run->vkCreateShaderModule(run->host->device, &code, NULL, &kernel->module));
  pipeline.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  pipeline.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  pipeline.stage.module = kernel->module;
  pipeline.stage.pName = info->entry.data;
  CHECK_EQUAL(VK_SUCCESS, run->vkCreateComputePipelines(run->host->device, VK_NULL_HANDLE, 1,
                                                        &pipeline, NULL, &kernel->pipeline));
}

static inline void make_emitted_set(emitted_run* run, const vyre_kernel_info* info,
                                    emitted_kernel* kernel) {
  const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, MOST_ARGUMENTS},
                                        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1}};
  VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                     .maxSets = 1,
                                     .poolSizeCount = 2,
                                     .pPoolSizes = sizes};
  VkDescriptorSetAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                          .descriptorSetCount = 1,
                                          .pSetLayouts = &kernel->set_layout};
  CHECK_EQUAL(VK_SUCCESS,
              run->vkCreateDescriptorPool(run->host->device, &pool, NULL, &kernel->pool));
  allocate.descriptorPool = kernel->pool;
  CHECK_EQUAL(VK_SUCCESS,
              run->vkAllocateDescriptorSets(run->host->device, &allocate, &kernel->set));
  for (size_t i = 0; i < info->argument_count; ++i) {
    const VkDescriptorBufferInfo buffer = {emitted_handle(run, info, kernel, info->arguments[i]), 0,
                                           VK_WHOLE_SIZE};
    VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = kernel->set,
                                  .dstBinding = info->arguments[i]->binding,
                                  .descriptorCount = 1,
                                  .descriptorType = emitted_type(info->arguments[i]),
                                  .pBufferInfo = &buffer};
    run->vkUpdateDescriptorSets(run->host->device, 1, &write, 0, NULL);
  }
}

/* One kernel on the whole grid, behind what was written before. */
static inline void record_emitted(emitted_run* run, VkCommandBuffer commands,
                                  const vyre_kernel_info* info, const emitted_kernel* kernel,
                                  const uint32_t grid[3]) {
  const uint32_t first[3] = {0, 0, 0};
  const VkMemoryBarrier barrier = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
      .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
      .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
  CHECK_EQUAL(sizeof first, info->push_constant_bytes);
  run->host->vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                  VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, NULL, 0,
                                  NULL);
  run->vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->pipeline);
  run->vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->layout, 0, 1,
                               &kernel->set, 0, NULL);
  run->vkCmdPushConstants(commands, kernel->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof first,
                          first);
  run->vkCmdDispatch(commands, grid[0], grid[1], grid[2]);
}

static inline void destroy_emitted(emitted_run* run, emitted_kernel* kernel) {
  const VkDevice device = run->host->device;
  run->vkDestroyPipeline(device, kernel->pipeline, NULL);
  run->vkDestroyShaderModule(device, kernel->module, NULL);
  run->vkDestroyPipelineLayout(device, kernel->layout, NULL);
  run->vkDestroyDescriptorPool(device, kernel->pool, NULL);
  run->vkDestroyDescriptorSetLayout(device, kernel->set_layout, NULL);
  if (kernel->counts.words != NULL) destroy_host_buffer(run->host, &kernel->counts);
}

/* Runs all kernels on |grid|, on the parameters that are given by slot. |trap| gets the words of
 * the trap buffer. */
static inline void run_emission(vulkan_host* host, const vyre_emission_info* emission,
                                emitted_buffer* parameters, size_t parameter_count,
                                const uint32_t grid[3], uint32_t trap[7]) {
  emitted_run run;
  memset(&run, 0, sizeof run);
  run.host = host;
  run.emission = emission;
  run.parameters = parameters;
  run.parameter_count = parameter_count;
#define EMITTED_FIND(name) run.name = (PFN_##name)host->get_address(host->instance, #name);
  EMITTED_FUNCTIONS(EMITTED_FIND)
#undef EMITTED_FIND
  run.trap = make_host_buffer(host, 28);
  VkCommandBuffer commands = host_begin(host, host->pool);
  CHECK(emission->kernel_count <= MOST_KERNELS);
  for (size_t i = 0; i < emission->kernel_count; ++i) {
    make_emitted_layout(&run, emission->kernels[i], &run.kernels[i]);
    make_emitted_pipeline(&run, emission->kernels[i], &run.kernels[i]);
    make_emitted_set(&run, emission->kernels[i], &run.kernels[i]);
    record_emitted(&run, commands, emission->kernels[i], &run.kernels[i], grid);
  }
  host_submit(host, commands);
  memcpy(trap, run.trap.words, 28);
  for (size_t i = 0; i < emission->kernel_count; ++i) destroy_emitted(&run, &run.kernels[i]);
  for (size_t i = 0; i < MOST_ARGUMENTS; ++i) {
    if (run.hidden[i].words != NULL) destroy_host_buffer(host, &run.hidden[i]);
  }
  destroy_host_buffer(host, &run.trap);
}

#endif
