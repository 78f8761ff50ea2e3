import type { Mail } from './mail-sender.ts'

/** A paragraph, or a link on a line of its own. */
export type MailPart = string | { label: string; url: string }

/** A mail from plain words. Names are other people's text: kept to one line, and escaped in HTML. */
export function mailOf(to: string, subject: string, parts: readonly MailPart[]): Mail {
  return {
    to,
    channel: 'email',
    subject: oneLine(subject),
    text: parts
      .map((part) => (typeof part === 'string' ? oneLine(part) : `${part.label}: ${part.url}`))
      .join('\n\n'),
    html: parts
      .map((part) =>
        typeof part === 'string'
          ? `<p>${escapeHtml(oneLine(part))}</p>`
          : `<p><a href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a></p>`,
      )
      .join('\n'),
  }
}

// Characters that are not seen and turn around, hide or join what stands behind them.
const unseen = /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu

/** Text of somebody else on one line, as it is read, at most 500 characters. */
export const oneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(unseen, '').trim().slice(0, 500)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand in HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)
