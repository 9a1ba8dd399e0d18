import * as z from 'zod';
import { typed } from '../../../base/internal/index.js';
import type { ChatTemplate } from '../chat-template.js';
import { QWEN_CHAT } from '../qwen-chat.js';

export const chatTemplateSchema = z._default(typed<ChatTemplate>('a ChatTemplate', isChatTemplate), QWEN_CHAT);

function isChatTemplate(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { render, endTokens, toolCallFormat } = value as Partial<ChatTemplate>;
  return typeof render === 'function' && Array.isArray(endTokens) && typeof toolCallFormat?.parse === 'function';
}
