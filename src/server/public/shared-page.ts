import type { Language } from '#contracts/language.ts'
import { createHash } from 'node:crypto'
import { filesOf, type SharedField, type SharedRecord } from '#contracts/share.ts'
import { shownInline } from '../files/detect-type.ts'
import { sharedValueText, type Reader } from './shared-value.ts'

// The page is read without a script, by people who have no account: these few words stand here and not in the application.
const words = {
  en: {
    until: 'This page is open until {{day}}.',
    gone: 'This page is not here',
    why: 'The link has ended, was taken back, or was copied with letters missing. Ask whoever sent it for a new one.',
    busy: 'Too many people look at once',
    later: 'Wait a minute, then load this page again.',
    away: 'This page cannot be shown right now',
    soon: 'Something went wrong on our side. This page tries again by itself in half a minute.',
    by: 'Shown by {{workspace}}',
    asks: 'This page asks for a password',
    whose: 'Whoever sent you the link knows it.',
    password: 'Password',
    open: 'Open',
    wrong: 'That is not the password. Try again.',
  },
  de: {
    until: 'Diese Seite ist bis {{day}} offen.',
    gone: 'Diese Seite gibt es nicht',
    why: 'Der Link ist abgelaufen, wurde zurückgenommen oder unvollständig kopiert. Bitten Sie um einen neuen.',
    busy: 'Gerade schauen zu viele zugleich',
    later: 'Warten Sie eine Minute und laden Sie diese Seite neu.',
    away: 'Diese Seite lässt sich gerade nicht zeigen',
    soon: 'Bei uns ist etwas schiefgegangen. Diese Seite versucht es in einer halben Minute von selbst noch einmal.',
    by: 'Gezeigt von {{workspace}}',
    asks: 'Diese Seite fragt nach einem Passwort',
    whose: 'Wer Ihnen den Link geschickt hat, kennt es.',
    password: 'Passwort',
    open: 'Öffnen',
    wrong: 'Das ist nicht das Passwort. Versuchen Sie es noch einmal.',
  },
} as const

const style = `
:root { color-scheme: light dark; --paper: #fff; --board: #f6f6f4; --text: #1d1d1b; --quiet: #62625e; --line: #e2e2de; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1b1a; --board: #121211; --text: #ededea; --quiet: #a3a39e; --line: #33332f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--board); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 640px; margin: 0 auto; padding: 48px 16px; }
article { padding: 24px; border: 1px solid var(--line); border-radius: 10px; background: var(--paper); }
p { margin: 0; color: var(--quiet); font-size: 14px; }
h1 { margin: 4px 0 16px; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
dl { margin: 0; }
dl div { display: grid; grid-template-columns: minmax(120px, 1fr) 2fr; gap: 4px 16px; padding: 10px 0; border-top: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; font-variant-numeric: tabular-nums; white-space: pre-line; overflow-wrap: anywhere; }
ul { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none; }
img { display: block; max-width: 100%; max-height: 480px; border-radius: 6px; }
a { color: inherit; }
small { color: var(--quiet); }
footer { padding: 16px 4px; }
form { display: grid; gap: 8px; margin-top: 16px; }
input, button { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--quiet); border-radius: 8px; background: var(--paper); color: var(--text); font: inherit; }
button { background: var(--text); color: var(--paper); cursor: pointer; }
@media (max-width: 480px) { main { padding: 16px; } dl div { grid-template-columns: 1fr; } }
@media print { body { background: none; } article { border: 0; padding: 0; } }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Of every answer to a link: no search engine keeps it, and nobody it leads to learns its secret. */
export const linkHeaders: Readonly<Record<string, string>> = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
}

const headersWith = (formAction: "'none'" | "'self'"): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'; require-trusted-types-for 'script'`,
  ...linkHeaders,
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language, Cookie',
})

/** Nothing runs on these pages, and only the pictures they show are fetched. */
export const sharedPageHeaders = headersWith("'none'")
/** The same of the page that asks for a password, which it sends to itself. */
export const passwordPageHeaders = headersWith("'self'")

/** What a link shows, as a page: the title, then each field that was chosen for it and holds something. `address`: its own, `/p/…`. */
export function sharedPage(shared: SharedRecord, reader: Reader, address: string): string {
  const { language, locale } = reader
  const { workspace, model, title, fields, expires_at } = shared
  const rows = fields
    .filter(({ value }) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(
      (field) => `<div><dt>${escape(field.label)}</dt><dd>${shownValue(field, reader, address)}</dd></div>`,
    )
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(expires_at),
  )
  const { until, by } = words[language]
  return page(
    language,
    title ?? model,
    `<p>${escape(model)}</p><h1>${escape(title ?? model)}</h1><dl>${rows.join('')}</dl>`,
    `${by.replace('{{workspace}}', () => workspace)}. ${until.replace('{{day}}', day)}`,
  )
}

function shownValue(field: SharedField, reader: Reader, address: string): string {
  const files = filesOf(field)
  if (files.length > 0) return `<ul>${files.map((file) => shownFile(file, reader, address)).join('')}</ul>`
  if (field.text !== undefined) return escape(field.text)
  const text = sharedValueText(field, reader)
  return isWebAddress(field.type, text)
    ? `<a href="${escape(text)}" rel="noopener noreferrer nofollow">${escape(text)}</a>`
    : escape(text)
}

function shownFile(
  { id, name, type, size }: ReturnType<typeof filesOf>[number],
  { locale }: Reader,
  address: string,
): string {
  const at = escape(`${address}/files/${id}`)
  if (shownInline.has(type) && type.startsWith('image/'))
    return `<li><a href="${at}"><img src="${at}" alt="${escape(name)}" loading="lazy"></a></li>`
  const kilobytes = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 0,
  })
  return `<li><a href="${at}">${escape(name)}</a> <small>${escape(kilobytes.format(Math.ceil(size / 1000)))}</small></li>`
}

/** One page for a link that never was, has ended or was taken back: nobody learns which. */
export const gonePage = (language: Language): string => {
  const { gone, why } = words[language]
  return page(language, gone, `<h1>${gone}</h1><p>${why}</p>`, '')
}

/** Asks for the password of a link at `address`; tells nothing else of it. */
export const passwordPage = (language: Language, address: string, wrong: boolean): string => {
  const word = words[language]
  const told = wrong ? `<p role="alert">${word.wrong}</p>` : `<p>${word.whose}</p>`
  return page(
    language,
    word.asks,
    `<h1>${word.asks}</h1>${told}<form method="post" action="${escape(address)}"><label for="password">${word.password}</label><input id="password" name="password" type="password" required maxlength="72" autocomplete="off" autofocus><button>${word.open}</button></form>`,
    '',
  )
}

export const busyPage = (language: Language): string => {
  const { busy, later } = words[language]
  return page(language, busy, `<h1>${busy}</h1><p>${later}</p>`, '')
}

/** For trouble on our side that passes: the page asks for itself again, without a script. */
export const awayPage = (language: Language): string => {
  const { away, soon } = words[language]
  return page(
    language,
    away,
    `<h1>${away}</h1><p>${soon}</p>`,
    '',
    '<meta http-equiv="refresh" content="30">',
  )
}

const page = (language: Language, title: string, content: string, foot: string, head = ''): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8">${head}<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><title>${escape(title)}</title><style>${style}</style></head><body><main><article>${content}</article>${foot === '' ? '' : `<footer><p>${escape(foot)}</p></footer>`}</main></body></html>`

const isWebAddress = (type: SharedField['type'], text: string): boolean =>
  type === 'url' && /^https?:\/\//.test(text)

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? mark)
