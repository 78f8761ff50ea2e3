import { expect, it } from 'vitest'
import { cashFlow, type CashWork } from './cash-flow.ts'
import { fixedText, parseFixed, sumFixed } from './fixed.ts'

const work = (start: string, finish: string, ...byType: string[]): CashWork => ({
  plan: { start, finish },
  byType: [0, 1, 2, 3, 4].map((at) => parseFixed(byType[at] ?? '0.00')),
})
const sums = (income: string, overhead = '0.00') => ({
  income: parseFixed(income),
  overhead: parseFixed(overhead),
})
const terms = { customerDays: 30, supplierDays: 0 }

it('[R-07] wages are paid in their month, suppliers and the customer pay and are paid as agreed', () => {
  // 31 of May and 30 of June, one part each day: 31/61 and 30/61.
  const works = [work('2026-05-01', '2026-06-30', '6100.00', '3050.00')]
  expect(cashFlow(works, sums('12200.00', '610.00'), { customerDays: 30, supplierDays: 14 })).toEqual([
    {
      month: '2026-05',
      work: '6200.00',
      received: '0.00',
      paid: '-3410.00',
      change: '-3410.00',
      balance: '-3410.00',
    },
    // Material of May, wages and overheads of June, and what the customer pays for May.
    {
      month: '2026-06',
      work: '6000.00',
      received: '6200.00',
      paid: '-4850.00',
      change: '1350.00',
      balance: '-2060.00',
    },
    {
      month: '2026-07',
      work: '0.00',
      received: '6000.00',
      paid: '-1500.00',
      change: '4500.00',
      balance: '2440.00',
    },
  ])
})

it('[R-07] the months add up to what comes in and goes out, to the cent, whatever it is divided by', () => {
  const works = [
    work('2026-01-17', '2027-03-03', '1000.01', '333.33', '0.07'),
    work('2026-02-28', '2026-02-28', '-12.34'),
    work('2025-11-30', '2026-07-01', '99.99', '0.01', '0.00', '77.77', '5.55'),
  ]
  const cost = sumFixed(works.flatMap(({ byType }) => byType))
  const months = cashFlow(works, sums('1999.99', '123.45'), { customerDays: 60, supplierDays: 45 })
  const total = (key: 'work' | 'received' | 'paid' | 'change'): string =>
    fixedText(sumFixed(months.map((month) => parseFixed(month[key]))))
  expect([total('work'), total('received')]).toEqual(['1999.99', '1999.99'])
  expect(total('paid')).toBe(fixedText(sumFixed([cost, parseFixed('123.45')])).replace(/^/, '-'))
  expect(months.at(-1)?.balance).toBe(total('change'))
  // No month between is left out.
  expect(months[0]?.month).toBe('2025-11')
  expect(months).toHaveLength(19)
})

it('is empty where nothing is planned or costs anything, and refuses what has no end', () => {
  expect(cashFlow([], sums('10.00'), terms)).toEqual([])
  expect(cashFlow([work('2026-01-01', '2026-01-31')], sums('10.00'), terms)).toEqual([])
  for (const [start, finish] of [
    ['1900-01-01', '2026-01-31'],
    ['9999-01-01', '9999-12-31'],
  ] as const)
    expect(() => cashFlow([work(start, finish, '1.00')], sums('10.00'), terms)).toThrow(
      expect.objectContaining({ code: 'invalid' }),
    )
})
