import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { earnedFigures } from './earned-value.ts'
import { addFixed, compareFixed, fixedText, parseFixed, percentOf, sumFixed, zero } from './fixed.ts'
import { plannedBy } from './planned-work.ts'
import { productivityHints } from './productivity.ts'
import type { AgreedNode, ProgressBook } from './progress-book.ts'
import { progressCurve } from './progress-curve.ts'
import { earnedAtPlaces, lateLines, reportProgress, sectionStandings } from './progress-report.ts'
import { doneParts, valueOfDone } from './work-done.ts'

const figures = (bac: string, pv: string, ev: string, ac: string) =>
  earnedFigures({ bac: parseFixed(bac), pv: parseFixed(pv), ev: parseFixed(ev), ac: parseFixed(ac) })

describe('the figures of earned value', () => {
  it('are those of the standard, worked by hand', () => {
    expect(figures('100000.00', '50000.00', '40000.00', '45000.00')).toEqual({
      bac: '100000.00',
      pv: '50000.00',
      ev: '40000.00',
      ac: '45000.00',
      cv: '-5000.00',
      sv: '-10000.00',
      cpi: '0.8889',
      spi: '0.8000',
      // By the rounded CPI it would be 112498.59.
      eac: '112500.00',
      eac_remaining: '105000.00',
      tcpi: '1.0909',
      done: '40.00',
      planned: '50.00',
    })
  })

  it('are none where one would divide by nothing', () => {
    expect(figures('100.00', '0', '0', '0')).toMatchObject({
      cpi: null,
      spi: null,
      eac: null,
      tcpi: '1.0000',
    })
    expect(figures('100.00', '0', '0', '50.00')).toMatchObject({ cpi: '0.0000', eac: null })
    expect(figures('100.00', '10.00', '50.00', '100.00')).toMatchObject({ tcpi: null, spi: '5.0000' })
    expect(figures('0', '0', '0', '0')).toMatchObject({ done: null, planned: null, eac_remaining: '0.00' })
  })
})

describe('work that was done', () => {
  const budget = { quantity: parseFixed('3'), total: parseFixed('100.00') }
  const worth = (done: string): string[] => {
    const { earned, over } = valueOfDone(budget, parseFixed(done))
    return [fixedText(earned), fixedText(over)]
  }

  it('is worth its part of the line; what is beyond the line is told apart', () => {
    expect(worth('1')).toEqual(['33.33', '0.00'])
    expect(worth('3')).toEqual(['100.00', '0.00'])
    expect(worth('4')).toEqual(['100.00', '33.33'])
    expect(worth('-1')).toEqual(['0.00', '0.00'])
  })

  it('adds up from quantities and from how far a line is, by day and not by when it was noted', () => {
    const note = { place: null, quantity: null, percent: null }
    const parts = doneParts(parseFixed('80'), [
      { ...note, day: '2026-05-03', percent: '50' },
      { ...note, day: '2026-05-01', quantity: '10' },
      { ...note, day: '2026-05-04', quantity: '-2.5' },
    ])
    expect(parts.map(({ quantity }) => fixedText(quantity))).toEqual(['10', '30.00', '-2.50'])
  })
})

it('is planned evenly from the first day to the last, both of them worked', () => {
  const total = parseFixed('100.00')
  const on = (day: string): string =>
    fixedText(plannedBy(total, { start: '2026-02-27', finish: '2026-03-01' }, day))
  expect(['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2027-01-01'].map(on)).toEqual([
    '0.00',
    '33.33',
    '66.67',
    '100.00',
    '100.00',
  ])
})

it('tells hours for a unit against the recipe, weighted by what was done', () => {
  const work = { version: 'w1', recipe: 'Wall', unit: 'm2', reckoned: parseFixed('0.5') }
  const hints = productivityHints([
    { ...work, done: parseFixed('10'), hours: parseFixed('6') },
    { ...work, done: parseFixed('30'), hours: parseFixed('16.5') },
    { ...work, version: 's1', recipe: 'Slab', done: zero, hours: parseFixed('8') },
  ])
  expect(hints).toEqual([
    {
      version: 'w1',
      recipe: 'Wall',
      unit: 'm2',
      lines: 2,
      quantity: '40',
      hours: '22.5',
      measured: '0.562500',
      reckoned: '0.500000',
      difference: '12.50',
    },
  ])
})

const cents = fc
  .integer({ min: -500_000, max: 5_000_000 })
  .map((units) => fixedText({ units: BigInt(units), scale: 2 }))
const quantity = fc
  .integer({ min: 1, max: 500_000 })
  .map((units) => fixedText({ units: BigInt(units), scale: 3 }))
const day = fc
  .integer({ min: 1, max: 90 })
  .map((at) => new Date(Date.UTC(2026, 2, at)).toISOString().slice(0, 10))
const book = fc
  .array(
    fc.record({
      total: cents,
      quantity,
      section: fc.constantFrom(null, 's1', 's2'),
      plan: fc.option(fc.tuple(day, day)),
      notes: fc.array(
        fc.record({
          day,
          place: fc.constantFrom(null, 'a', 'b'),
          share: fc.integer({ min: -40, max: 120 }),
          percent: fc.boolean(),
        }),
        { maxLength: 5 },
      ),
      costs: fc.array(fc.record({ day, amount: cents }), { maxLength: 3 }),
    }),
    { maxLength: 12 },
  )
  .map((lines): ProgressBook => {
    const section = (id: string, parent: string | null): AgreedNode => ({
      id,
      key: id,
      kind: 'section',
      parent,
      number: id,
      title: id,
      unit: null,
      quantity: null,
      total: '0.00',
    })
    return {
      nodes: [
        section('s1', null),
        section('s2', 's1'),
        ...lines.map(({ total, quantity: q, section: parent }, at): AgreedNode => ({
          ...section(`l${at}`, parent),
          kind: 'line',
          quantity: q,
          total,
        })),
      ],
      plans: new Map(
        lines.flatMap(({ plan }, at) => {
          if (!plan) return []
          const [start = '', finish = ''] = plan.toSorted()
          return [[`l${at}`, { start, finish }]]
        }),
      ),
      notes: lines.flatMap(({ notes, quantity: q }, at) =>
        notes.map(({ day: on, place, share, percent }) => ({
          key: `l${at}`,
          day: on,
          place,
          quantity: percent ? null : fixedText(percentOf(parseFixed(q), { units: BigInt(share), scale: 0 })),
          percent: percent ? String(Math.min(100, Math.max(0, share))) : null,
        })),
      ),
      costs: lines.flatMap(({ costs }, at) =>
        costs.map((cost, index) => ({ ...cost, key: index === 0 ? null : `l${at}`, hours: null })),
      ),
    }
  })

describe('a job, whatever was noted of it', () => {
  const size = ({ units, scale }: { units: bigint; scale: number }) => ({
    units: units < 0n ? -units : units,
    scale,
  })
  const sum = (texts: readonly string[]): string =>
    fixedText(addFixed(parseFixed('0.00'), sumFixed(texts.map(parseFixed))))

  it('never earns more of a line than the line, and is the sum of its lines, its places and its sections', () => {
    fc.assert(
      fc.property(book, day, (given, on) => {
        const report = reportProgress(given, on)
        for (const { ev, pv, bac } of report.lines) {
          expect(compareFixed(size(ev), size(bac))).toBeLessThanOrEqual(0)
          expect(compareFixed(size(pv), size(bac))).toBeLessThanOrEqual(0)
        }
        const places = [...earnedAtPlaces(report.lines, on).values()].map(fixedText)
        expect(sum(places)).toBe(report.figures.ev)
        const top = report.lines
          .filter(({ line }) => line.node.parent === null)
          .map(({ ev }) => fixedText(ev))
        const sections = sectionStandings(given, report.lines).filter(({ depth }) => depth === 0)
        expect(sum([...top, ...sections.map(({ ev }) => ev)])).toBe(report.figures.ev)
        const spent = given.costs.filter((cost) => cost.day <= on).map(({ amount }) => amount)
        expect(report.figures.ac).toBe(sum(spent))
      }),
    )
  })

  it('has a curve that ends at what is planned in all and agrees with the figures of the day', () => {
    fc.assert(
      fc.property(book, day, (given, on) => {
        const curve = progressCurve(given, on)
        const { figures: now, unplanned } = reportProgress(given, on)
        const point = curve.find((one) => one.day === on)
        if (point) expect(point).toEqual({ day: on, planned: now.pv, earned: now.ev, actual: now.ac })
        const last = curve.at(-1)
        if (last) expect(sum([last.planned, unplanned.amount])).toBe(now.bac)
        expect(curve.length).toBeLessThanOrEqual(64)
      }),
    )
  })

  it('is late where less was earned than planned, and only there', () => {
    fc.assert(
      fc.property(book, day, (given, on) => {
        const { lines } = reportProgress(given, on)
        const late = new Set(lateLines(lines, on).map(({ id }) => id))
        for (const { line, pv, ev } of lines)
          expect(late.has(line.node.id)).toBe(compareFixed(size(pv), size(ev)) > 0)
      }),
    )
  })
})
