import type { Translate } from '#ui/translate.ts'

const number = (part: string, most: number): number | null =>
  /^\d{1,2}$/.test(part) && Number(part) <= most ? Number(part) : null

const two = (part: number): string => String(part).padStart(2, '0')

/** Names of days of the week in a language; 0 and 7 are Sunday. Null for what names none. */
export function dayNames(days: string, locale: string, width: 'long' | 'short' = 'long'): string | null {
  const numbers = days.split(',').map((day) => number(day, 7))
  if (numbers.some((day) => day === null)) return null
  const format = new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' })
  // 4 January 1970 was a Sunday.
  const names = numbers.map((day) => format.format(new Date(Date.UTC(1970, 0, 4 + (day ?? 0)))))
  return new Intl.ListFormat(locale).format(names)
}

/** A plan in words, as far as they are shorter than the plan: `0 6 * * 1-5` → On weekdays at 06:00. */
export function planWords(plan: string, locale: string, t: Translate): string {
  const [minutes = '', hours = '', day = '', month = '', days = ''] = plan.trim().split(/\s+/)
  const every = /^\*\/(\d{1,2})$/.exec(minutes)
  const daily = day === '*' && month === '*' && days === '*'
  if (every && hours === '*' && daily) return t('Every {{number}} minutes', { number: every[1] ?? '' })
  const minute = number(minutes, 59)
  if (minute !== null && hours === '*' && daily) return t('Every hour at minute {{minute}}', { minute })
  const hour = number(hours, 23)
  if (minute === null || hour === null || month !== '*') return plan
  const time = `${two(hour)}:${two(minute)}`
  if (daily) return t('Every day at {{time}}', { time })
  if (day === '*') {
    if (days === '1-5') return t('On weekdays at {{time}}', { time })
    const names = dayNames(days, locale)
    return names === null ? plan : t('Every {{day}} at {{time}}', { day: names, time })
  }
  if (day === 'L' && days === '*') return t('On the last day of each month at {{time}}', { time })
  const monthly = number(day, 31)
  return monthly === null || days !== '*'
    ? plan
    : t('On day {{day}} of each month at {{time}}', { day: monthly, time })
}
