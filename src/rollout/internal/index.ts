/** For rooms that serve policies over HTTP: conversations whose tokens are only ever added to, and text that cannot become a control token. */
export { AppendOnlyConversation } from './conversation/append-only-conversation.js';
export { startConversation, type ConversationFormat } from './conversation/conversation-start.js';
export { encodeGuarded, guard, guardAll } from './conversation/guarded-text.js';
export { TokenRecorder } from './conversation/token-recorder.js';
