import { describe, expect, it } from 'vitest'
import { partsOfPlan, planOfParts } from './plan-parts.ts'

describe('a plan that is chosen', () => {
  it.each([
    ['0 6 * * 1-5', { often: 'week', days: [1, 2, 3, 4, 5], time: '06:00' }],
    ['30 22 * * *', { often: 'week', days: [1, 2, 3, 4, 5, 6, 7], time: '22:30' }],
    ['0 7 * * 1,4', { often: 'week', days: [1, 4], time: '07:00' }],
    ['5 0 1 * *', { often: 'month', day: '1', time: '00:05' }],
    ['0 18 L * *', { often: 'month', day: 'L', time: '18:00' }],
  ])('%s is read and written back', (plan, parts) => {
    expect(partsOfPlan(plan)).toEqual(parts)
    const found = partsOfPlan(plan)
    expect(found && planOfParts(found)).toBe(plan)
  })

  it('reads both names of Sunday', () => {
    for (const plan of ['0 7 * * 0', '0 7 * * 7'])
      expect(partsOfPlan(plan)).toEqual({ often: 'week', days: [7], time: '07:00' })
    expect(partsOfPlan('0 7 * * 0-2')).toMatchObject({ days: [1, 2, 7] })
  })

  it.each([
    '*/30 * * * *',
    '15 * * * *',
    '0 6 * 1-3 *',
    '0 6 1 * 1',
    '0 6 * * 5-1',
    '0 6 0 * *',
    '0 24 * * *',
    'daily',
  ])('%s is none of these', (plan) => expect(partsOfPlan(plan)).toBeNull())
})
