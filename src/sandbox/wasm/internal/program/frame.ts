/** The script of a sandbox's frame: it hosts workers for the port that its page sends. */
import { hostWorkers } from '../page/host-workers.js';
import { web } from '../page/web.js';

web().addEventListener('message', ({ ports }) => hostWorkers(ports[0]!), { once: true });
