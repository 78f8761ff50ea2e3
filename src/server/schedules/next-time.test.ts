import { describe, expect, it } from 'vitest'
import { checkPlan, nextTime } from './next-time.ts'

const at = (text: string): Date => new Date(text)
const next = (plan: string, zone: string, after: string): string | undefined =>
  nextTime(plan, zone, at(after))?.toISOString()

describe('the next time of a plan', () => {
  it('is in its time zone, in summer and in winter', () => {
    expect(next('0 6 * * 1-5', 'Europe/Berlin', '2026-11-20T05:00:00Z')).toBe('2026-11-23T05:00:00.000Z')
    expect(next('0 6 * * *', 'Europe/Berlin', '2026-07-01T05:00:00Z')).toBe('2026-07-02T04:00:00.000Z')
    expect(next('0 6 * * *', 'UTC', '2026-07-01T06:00:00Z')).toBe('2026-07-02T06:00:00.000Z')
  })

  it('comes once on the days that change the clock', () => {
    // 02:30 does not exist on 29 March, and comes twice on 25 October.
    const spring = nextTime('30 2 * * *', 'Europe/Berlin', at('2026-03-28T12:00:00Z'))
    expect(spring?.toISOString().slice(0, 10)).toBe('2026-03-29')
    expect(nextTime('30 2 * * *', 'Europe/Berlin', spring ?? at(''))?.toISOString()).toBe(
      '2026-03-30T00:30:00.000Z',
    )
    const autumn = nextTime('30 2 * * *', 'Europe/Berlin', at('2026-10-24T12:00:00Z'))
    expect(autumn?.toISOString().slice(0, 10)).toBe('2026-10-25')
    expect(nextTime('30 2 * * *', 'Europe/Berlin', autumn ?? at(''))?.toISOString()).toBe(
      '2026-10-26T01:30:00.000Z',
    )
  })

  it.each([
    ['0 6 * *', 'UTC', 'plan'],
    ['0 0 6 * * *', 'UTC', 'plan'],
    ['every day', 'UTC', 'plan'],
    ['0 0 31 2 *', 'UTC', 'plan'],
    ['* * * * *', 'UTC', 'plan'],
    ['0,5 6 * * *', 'UTC', 'plan'],
    ['0 6 * * *', 'Europe/Atlantis', 'zone'],
  ])('is refused for %s in %s', (plan, zone, path) => {
    expect(() => checkPlan(plan, zone, at('2026-11-20T05:00:00Z'))).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ path })] }),
    )
  })

  it('may come every quarter of an hour', () => {
    expect(() => checkPlan('*/15 * * * *', 'Europe/Berlin', at('2026-11-20T05:00:00Z'))).not.toThrow()
  })
})
