import { mailOf, type MailPart } from '../mail/compose-mail.ts'
import type { Mail } from '../mail/mail-sender.ts'
import { subjectIn } from './product-subjects.ts'

/** One unread notification. */
export interface Told {
  subject: string
  message: string
  /** ISO time. */
  at: string
  /** Something is to be decided. */
  asks: boolean | null
  /** How many are unread; the newest come. */
  of: number
}

interface Digest {
  to: string
  workspace: string
  language: string
  /** IANA. */
  zone: string
  told: readonly Told[]
  publicUrl: string
}

// Mails leave without a browser: their few words stand here and not in the application.
const words = {
  en: {
    subject: (count: number, workspace: string) =>
      count === 1 ? `1 unread notification in ${workspace}` : `${count} unread notifications in ${workspace}`,
    asks: 'To decide',
    more: (count: number) => `And ${count} more.`,
    open: 'Open notifications',
    stop: 'How often this mail comes you choose in your profile',
  },
  de: {
    subject: (count: number, workspace: string) =>
      count === 1
        ? `1 ungelesene Mitteilung in ${workspace}`
        : `${count} ungelesene Mitteilungen in ${workspace}`,
    asks: 'Zu entscheiden',
    more: (count: number) => `Und ${count} weitere.`,
    open: 'Mitteilungen öffnen',
    stop: 'Wie oft diese Mail kommt, wählen Sie in Ihrem Profil',
  },
} as const

/** The mail with what a person was told and has not read, in their language and at their times. */
export function composeDigest({ to, workspace, language, zone, told, publicUrl }: Digest): Mail {
  const isGerman = language.startsWith('de')
  const say = isGerman ? words.de : words.en
  const time = new Intl.DateTimeFormat(isGerman ? 'de-DE' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  })
  const all = told[0]?.of ?? 0
  const lines = told.map(({ subject, message, at, asks }): MailPart => {
    const what = [
      asks ? `${say.asks}: ${subjectIn(language, subject)}` : subjectIn(language, subject),
      message,
    ].filter((part) => part !== '')
    return `${time.format(new Date(at))} · ${what.join(' – ')}`
  })
  return mailOf(to, say.subject(all, workspace), [
    ...lines,
    ...(all > told.length ? [say.more(all - told.length)] : []),
    { label: say.open, url: `${publicUrl}/notifications` },
    { label: say.stop, url: `${publicUrl}/profile` },
  ])
}
