import { Injectable } from '@nestjs/common';
import { gptChats } from '@headland/contracts/gpt-chat';
import { gptChatListColumns } from '@headland/i18n/columns/gpt-chats';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { chatList } from './gpt-chat.reads';

/** Questions and answers in full, the customers masked. What for is asked, and recorded: a text may name anybody. */
@Injectable()
export class GptChatsExport {
  constructor(registry: ExportRegistry) {
    registry.register({
      list: 'gptChats',
      file: 'gptChatData',
      title: 'screen.gptChatData',
      endpoint: gptChats.list,
      purpose: 'required',
      open: (filter, { scope }) => selected(chatList(scope, filter, null)),
      columns: gptChatListColumns,
    });
  }
}
