/** What the rest of rollout needs of chat templates, and no user does. */
export { chatTemplateSchema } from './chat-template-option.js';
export { leftOutBy, thinkingOf } from './examine/examination.js';
export { QWEN_CHAT_JINJA } from './qwen-chat-jinja.js';
