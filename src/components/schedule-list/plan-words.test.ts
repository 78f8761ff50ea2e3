import { describe, expect, it } from 'vitest'
import { planWords } from './plan-words.ts'

const t = (text: string, values: Record<string, string | number> = {}): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => String(values[key]))

describe('a plan in words', () => {
  it.each([
    ['0 6 * * 1-5', 'On weekdays at 06:00'],
    ['30 22 * * *', 'Every day at 22:30'],
    ['5 7 * * 1', 'Every Monday at 07:05'],
    ['0 7 * * 1,4', 'Every Monday and Thursday at 07:00'],
    ['0 7 * * 7', 'Every Sunday at 07:00'],
    ['0 0 1 * *', 'On day 1 of each month at 00:00'],
    ['30 18 L * *', 'On the last day of each month at 18:30'],
    ['15 * * * *', 'Every hour at minute 15'],
    ['*/30 * * * *', 'Every 30 minutes'],
    ['0 6 * 1-3 *', '0 6 * 1-3 *'],
    ['0 6 1 * 1', '0 6 1 * 1'],
  ])('%s: %s', (plan, words) => {
    expect(planWords(plan, 'en', t)).toBe(words)
  })
})
