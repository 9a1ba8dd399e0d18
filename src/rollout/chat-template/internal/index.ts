/** What the rest of rollout needs of chat templates, and no user does. */
export { chatTemplateSchema } from '../qwen-chat.js';
export { leftOutBy, thinkingOf } from './examine/examine-source.js';
export { QWEN_CHAT_JINJA } from './qwen-chat-jinja.js';
