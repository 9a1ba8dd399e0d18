/** What the folders of tfjs share and no user needs: the second door of the kernel, for this room alone. */
export { hostMemory, type HostMemory } from './memory/host-memory.js';
export { readWithoutWaiting } from './memory/read-without-waiting.js';
export { gatherRowsUnchecked, scatterAddRows } from './memory/row-kernels.js';
export { scope } from './memory/scope.js';
export { expectTensor } from './tensor-arguments.js';
