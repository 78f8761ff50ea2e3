import type { Region } from '#ui/format.ts'
import type { Translate } from '#ui/translate.ts'
import type { DraftState } from '../state/editor-store.ts'

/** How the draft stands, in words. */
export function draftWords({ phase, seen }: DraftState, region: Region, t: Translate): string {
  switch (phase) {
    case 'changed':
      return t('Not saved yet')
    case 'saving':
      return t('Saving …')
    case 'failed':
      return t('Not saved')
    case 'conflict':
      return t('Changed elsewhere')
    case 'same':
      return seen === null ? t('As released') : t('Draft saved {{time}}', { time: clockTime(seen, region) })
  }
}

const clockTime = (at: string, { locale, timeZone }: Region): string =>
  new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone && { timeZone }),
  }).format(new Date(at))
