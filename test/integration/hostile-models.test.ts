import { join } from 'node:path';
import { testTables } from './hostile-tables.js';

testTables(join(import.meta.dirname, 'hostile-models'));
