// SPDX-License-Identifier: Apache-2.0
//
// A stand-in for api.telegram.org: it checks every field of a request as the real one does, keeps the
// messages, and can be told to fail.
//
//   const telegram = await startTelegram(t);
//   telegram.url                                  // for the channel's api_url
//   telegram.next({ status: 429, body: { parameters: { retry_after: 2 } } });
//   telegram.limit(-5, 10);                       // 429 to this chat, and nothing may come for 10 s
//   telegram.migrate(-5, -1005);                  // the group becomes a supergroup
//   telegram.block(7);                            // the user has blocked the bot
//   telegram.press(message, 'ack', 42);           // somebody presses a button
//   telegram.write(42, '/start CODE');
//   telegram.messages, telegram.answers, telegram.wrong
'use strict';
const http = require('node:http');

const TOKEN = '123456:AAE-abcdefghijklmnopqrstuvwxyz0123456';
const TYPES = new Set(['bold', 'italic', 'underline', 'strikethrough', 'code', 'pre', 'text_link']);
const SEND = new Set(['chat_id', 'message_thread_id', 'text', 'entities', 'link_preview_options',
  'disable_notification', 'reply_parameters', 'reply_markup']);
const EDIT = new Set(['chat_id', 'message_id', 'text', 'entities', 'link_preview_options', 'reply_markup']);

const bad = (description, parameters) => ({ status: 400, body: { description: `Bad Request: ${description}`, parameters } });

function wrongText(body) {
  if (typeof body.text !== 'string' || !body.text.trim()) return 'message text is empty';
  if (body.text.length > 4096) return 'message is too long'; // of UTF-16 units
  for (const e of body.entities || []) {
    if (!TYPES.has(e.type)) return `unknown entity ${e.type}`;
    if (!Number.isInteger(e.offset) || !Number.isInteger(e.length) || e.offset < 0 || e.length < 1 ||
        e.offset + e.length > body.text.length)
      return `ENTITY_BOUNDS_INVALID ${JSON.stringify(e)}`;
    // Half a pair of UTF-16 units can be neither the begin nor the end.
    for (const at of [e.offset, e.offset + e.length])
      if (/[\uDC00-\uDFFF]/.test(body.text[at] || '')) return `ENTITY_BOUNDS_INVALID ${JSON.stringify(e)}`;
    if (e.type === 'text_link' && !/^https?:\/\/\S+$/.test(e.url || '')) return 'ENTITY_URL_INVALID';
  }
  return null;
}

function wrongKeyboard(markup) {
  if (!markup) return null;
  for (const row of markup.inline_keyboard) {
    for (const button of row) {
      if (!button.text) return 'BUTTON_TEXT_INVALID';
      const bytes = Buffer.byteLength(button.callback_data || '');
      if (!button.url && (bytes < 1 || bytes > 64)) return 'BUTTON_DATA_INVALID';
    }
  }
  return null;
}

function wrongFields(body, known) {
  if ('parse_mode' in body) return 'parse_mode is never used';
  const other = Object.keys(body).find((name) => !known.has(name));
  if (other) return `unknown field ${other}`;
  if (!Number.isInteger(body.chat_id) && !/^@/.test(body.chat_id)) return 'chat_id is empty';
  return wrongText(body) || wrongKeyboard(body.reply_markup);
}

class Telegram {
  constructor() {
    this.token = TOKEN;
    this.messages = []; // { message_id, chat_id, ...what was sent, edits }
    this.answers = []; // of answerCallbackQuery
    this.wrong = []; // requests that the real one would refuse and that nobody asked to refuse
    this.requests = [];
    this.script = []; // what to answer next
    this.delay = 0; // ms until an answer, behind what was asked for
    this.limits = new Map(); // chat -> { seconds, until }
    this.limitedTimes = 0;
    this.moved = new Map();
    this.blocked = new Set();
    this.updates = [];
    this.waiting = []; // getUpdates that have no answer yet
    this.update = 1000;
    this.offset = 0;
    this.perMinute = new Map(); // chat -> times; groups may get 20 a minute
    this.hasRate = false;
  }

  next(reply) {
    this.script.push(reply);
  }

  // The next message to the chat is refused for that long; who sends one meanwhile is wrong.
  limit(chat, seconds) {
    this.limits.set(chat, { seconds });
  }

  migrate(from, to) {
    this.moved.set(from, to);
  }

  block(chat) {
    this.blocked.add(chat);
  }

  // ---- people ---------------------------------------------------------------------------------

  push(update) {
    this.updates.push({ update_id: ++this.update, ...update });
    for (const wake of this.waiting.splice(0)) wake();
  }

  person(id) {
    return { id, is_bot: false, first_name: `person ${id}`, language_code: 'es' };
  }

  press(message, label, user) {
    const button = message.reply_markup.inline_keyboard.flat().find((b) => b.text === label);
    this.push({
      callback_query: {
        id: `cb${this.update}`, from: this.person(user), data: button.callback_data,
        message: { message_id: message.message_id, chat: { id: message.chat_id, type: message.chat_id < 0 ? 'group' : 'private' } },
      },
    });
  }

  write(user, text) {
    this.push({ message: { message_id: 1, from: this.person(user), chat: { id: user, type: 'private' }, text } });
  }

  // ---- methods --------------------------------------------------------------------------------

  tooMany(chat) {
    const now = Date.now();
    const times = (this.perMinute.get(chat) || []).filter((at) => now - at < 60000);
    times.push(now);
    this.perMinute.set(chat, times);
    if (!this.hasRate || times.length <= 20) return null;
    return { status: 429, body: { description: 'Too Many Requests: retry after 5', parameters: { retry_after: 5 } } };
  }

  limited(chat) {
    const limit = this.limits.get(chat);
    if (!limit) return null;
    const now = Date.now();
    if (limit.until && now < limit.until - 500) this.wrong.push(`chat ${chat} is limited for ${limit.until - now} ms more`);
    if (limit.until && now >= limit.until - 500) {
      this.limits.delete(chat);
      return null;
    }
    limit.until ??= now + limit.seconds * 1000;
    this.limitedTimes++;
    return { status: 429, body: { description: `Too Many Requests: retry after ${limit.seconds}`, parameters: { retry_after: limit.seconds } } };
  }

  refuse(body, known) {
    const words = wrongFields(body, known);
    if (words) this.wrong.push(`${words}: ${JSON.stringify(body)}`);
    if (words) return bad(words);
    if (this.blocked.has(body.chat_id))
      return { status: 403, body: { description: 'Forbidden: bot was blocked by the user' } };
    if (this.moved.has(body.chat_id))
      return bad('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: this.moved.get(body.chat_id) });
    return this.limited(body.chat_id) || this.tooMany(body.chat_id);
  }

  sendMessage(body) {
    const refused = this.refuse(body, SEND);
    if (refused) return refused;
    const message = { ...body, message_id: this.messages.length + 101, edits: [] };
    this.messages.push(message);
    return { status: 200, body: { result: { message_id: message.message_id, chat: { id: body.chat_id } } } };
  }

  editMessageText(body) {
    const refused = this.refuse(body, EDIT);
    const message = this.messages.find((m) => m.message_id === body.message_id && m.chat_id === body.chat_id);
    if (refused) return refused;
    if (!message) return bad('message to edit not found');
    if (message.text === body.text && JSON.stringify(message.reply_markup) === JSON.stringify(body.reply_markup))
      return bad('message is not modified');
    message.edits.push(message.text);
    Object.assign(message, body);
    return { status: 200, body: { result: { message_id: message.message_id } } };
  }

  answerCallbackQuery(body) {
    if ((body.text || '').length > 200) this.wrong.push(`MESSAGE_TOO_LONG: ${body.text}`);
    this.answers.push(body);
    return { status: 200, body: { result: true } };
  }

  async getUpdates(body, request) {
    this.offset = Math.max(this.offset, body.offset || 0);
    const due = () => this.updates.filter((u) => u.update_id >= this.offset);
    if (due().length === 0)
      await new Promise((resolve) => {
        this.waiting.push(resolve);
        request.on('close', resolve);
        setTimeout(resolve, Math.min(body.timeout || 0, 20) * 1000).unref();
      });
    return { status: 200, body: { result: due() } };
  }

  async answer(request, method, body) {
    if (method === 'getUpdates') return this.getUpdates(body, request);
    if (this.script.length) return this.script.shift();
    if (!['sendMessage', 'editMessageText', 'answerCallbackQuery'].includes(method))
      return { status: 404, body: { description: 'Not Found' } };
    return this[method](body);
  }

  async serve(request, response) {
    let text = '';
    for await (const part of request) text += part;
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url) || [];
    const body = text ? JSON.parse(text) : {};
    if (method !== 'getUpdates') this.requests.push({ method, body });
    const { status, body: answer } = token !== TOKEN
      ? { status: 401, body: { description: 'Unauthorized' } }
      : await this.answer(response, method, body);
    if (method !== 'getUpdates' && this.delay) await new Promise((resolve) => { setTimeout(resolve, this.delay); });
    if (response.destroyed) return;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ ok: status === 200, ...(status === 200 ? {} : { error_code: status }), ...answer }));
  }
}

async function startTelegram(t) {
  const telegram = new Telegram();
  const server = http.createServer((request, response) => {
    telegram.serve(request, response).catch((error) => {
      telegram.wrong.push(String(error));
      response.destroy();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  telegram.url = `http://127.0.0.1:${server.address().port}`;
  t.after(() => {
    for (const wake of telegram.waiting.splice(0)) wake();
    server.closeAllConnections();
    server.close();
  });
  return telegram;
}

module.exports = { startTelegram };
