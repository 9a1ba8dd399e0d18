/** Chat templates, for the rest of this room only. */
export { chatTemplateSchema } from '../qwen-chat.js';
export { leftOutBy, thinkingOf } from './examine/examine-source.js';
export { QWEN_CHAT_JINJA } from './qwen-chat-jinja.js';
