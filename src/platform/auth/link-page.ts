type Language = 'en' | 'de'
type Kind = 'recovery' | 'email_change' | 'magiclink' | 'signup'

interface Words {
  title: string
  lead: string
  button: string
}

const words: Record<Language, Record<Kind, Words>> = {
  en: {
    recovery: {
      title: 'Set a new password',
      lead: 'One more step, so that no program that reads your mail can do this for you.',
      button: 'Go on to the new password',
    },
    email_change: {
      title: 'Confirm the change of your address',
      lead: 'The e-mail address of your account changes once the old and the new address have both confirmed.',
      button: 'Confirm the change',
    },
    magiclink: {
      title: 'Sign in',
      lead: 'One more step, so that no program that reads your mail can do this for you.',
      button: 'Sign in',
    },
    signup: {
      title: 'Confirm your e-mail address',
      lead: 'One more step, so that no program that reads your mail can do this for you.',
      button: 'Confirm this address',
    },
  },
  de: {
    recovery: {
      title: 'Neues Passwort setzen',
      lead: 'Noch ein Schritt, damit kein Programm, das Ihre E-Mails liest, dies für Sie tun kann.',
      button: 'Weiter zum neuen Passwort',
    },
    email_change: {
      title: 'Änderung der Adresse bestätigen',
      lead: 'Die E-Mail-Adresse Ihres Kontos ändert sich, sobald die alte und die neue bestätigt sind.',
      button: 'Änderung bestätigen',
    },
    magiclink: {
      title: 'Anmelden',
      lead: 'Noch ein Schritt, damit kein Programm, das Ihre E-Mails liest, dies für Sie tun kann.',
      button: 'Anmelden',
    },
    signup: {
      title: 'E-Mail-Adresse bestätigen',
      lead: 'Noch ein Schritt, damit kein Programm, das Ihre E-Mails liest, dies für Sie tun kann.',
      button: 'Diese Adresse bestätigen',
    },
  },
}

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 "Inter Variable", system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f5f6f8, #14171c); color: light-dark(#15191f, #e8eaee); }
  main { box-sizing: border-box; width: min(26rem, 100vw - 2rem); padding: 2rem; border-radius: 12px; border: 1px solid light-dark(#d9dde3, #2c323b); background: light-dark(#fff, #1b1f26); }
  p.name { margin: 0 0 1.5rem; font-weight: 600; }
  h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.3; }
  p { margin: 0 0 1.5rem; color: light-dark(#4a5360, #b4bbc6); }
  button { width: 100%; min-height: 44px; border: 0; border-radius: 6px; font: inherit; font-weight: 600; color: #fff; background: light-dark(#1f57a8, #366ec1); cursor: pointer; }
  button:focus-visible { outline: 3px solid light-dark(#1f57a8, #81b2fd); outline-offset: 2px; }`

/**
 * The page a mailed link opens: a button that uses the link up by POST. Mail scanners that follow links use nothing up.
 * It works without JavaScript. `action` is where the button leads.
 */
export function linkPage(type: string, action: string, acceptLanguage: string | undefined): string {
  const language: Language = /^\s*de\b/i.test(acceptLanguage ?? '') ? 'de' : 'en'
  const kind: Kind = type === 'recovery' || type === 'email_change' || type === 'magiclink' ? type : 'signup'
  const { title, lead, button } = words[language][kind]
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · Formwork</title><style>${style}</style></head>
<body><main><p class="name">Formwork</p><h1>${title}</h1><p>${lead}</p>
<form method="post" action="${escapeHtml(action)}"><button type="submit" autofocus>${button}</button></form></main></body></html>
`
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
