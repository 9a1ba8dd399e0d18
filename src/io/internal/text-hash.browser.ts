export { sha256Hex as textHash } from '../../base/internal/index.js';
