import * as ai5 from 'ai5';
import * as ai6 from 'ai';
import * as ai7 from 'ai7';
import { aiSdkClient } from './ai-sdk-client.js';
import { describeClient } from './client-suite.js';
import { inAgent } from './session.js';

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

for (const [version, sdk] of [
  [5, ai5],
  [6, ai6],
  [7, ai7],
] as const)
  describeClient(
    aiSdkClient(`ai ${version}, in this process`, sdk as never, ({ model }) => model),
    inAgent,
  );
