import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { groupBy } from '#base/group-by.ts'
import { resourceTypes } from './estimate-document.ts'
import {
  addFixed,
  divideFixed,
  fixedText,
  isZero,
  multiplyFixed,
  negateFixed,
  roundFixed,
  subtractFixed,
  sumFixed,
  type Fixed,
} from './fixed.ts'
import { dayNumber, dayOf, plannedBy, type PlannedDays } from './planned-work.ts'

/** Work that is done between two days, with what it costs by type, in the order of `resourceTypes`. */
export interface CashWork {
  plan: PlannedDays
  byType: readonly Fixed[]
}

/** What comes in and goes out in all, without VAT. Cost by type is in the work. */
export interface CashSums {
  /** What the customer pays. */
  income: Fixed
  /** What is spent beside direct cost: the site, the company, bonds. */
  overhead: Fixed
}

/** So many days after the end of the month that brought it money comes in, and goes out to those who supply. */
export interface CashTerms {
  customerDays: number
  supplierDays: number
}

/** A month, and what the account stands at when it is over. */
export interface CashMonth {
  /** `2026-05` */
  month: string
  /** What the work of the month is worth to the customer. */
  work: string
  received: string
  paid: string
  change: string
  balance: string
}

const mostMonths = 600
const latestMonth = '9989-12'
const cents = 2
const nothing: Fixed = { units: 0n, scale: cents }

/**
 * When the money of an estimate comes and goes, month by month: each month is invoiced when it is over and paid as agreed;
 * labour and overheads are paid in their month, all else when those who supply it are paid. The months add up to what comes
 * in and goes out in all, to the cent. Empty where nothing is planned or the work costs nothing. Refuses with `invalid`
 * more than fifty years.
 * @example cashFlow(works, { income, overhead }, { customerDays: 30, supplierDays: 14 }).at(-1)?.balance // what is left
 */
export function cashFlow(works: readonly CashWork[], sums: CashSums, terms: CashTerms): CashMonth[] {
  const total = sumFixed(works.flatMap(({ byType }) => byType))
  if (works.length === 0 || isZero(total)) return []
  const months = new Map<string, { work: Fixed; received: Fixed; paid: Fixed }>()
  const monthOf = (day: string) => {
    const key = day.slice(0, 7)
    const known = months.get(key) ?? { work: nothing, received: nothing, paid: nothing }
    months.set(key, known)
    return known
  }
  const spent = new Running(resourceTypes.length)
  const shared = new Running(2)
  const plans = [...groupBy(works, ({ plan }) => `${plan.start} ${plan.finish}`).values()].map(together)
  for (const day of monthEnds(plans.map(({ plan }) => plan))) {
    const byType = resourceTypes.map((_, at) =>
      sumFixed(plans.map((each) => plannedBy(must(each.byType[at]), each.plan, day))),
    )
    const costs = spent.goOn(byType)
    const done = sumFixed(byType)
    const [work = nothing, overhead = nothing] = shared.goOn([
      shareOf(sums.income, done, total),
      shareOf(sums.overhead, done, total),
    ])
    const now = monthOf(day)
    now.work = addFixed(now.work, work)
    now.paid = addFixed(now.paid, overhead)
    const payday = monthOf(dayOf(dayNumber(day) + terms.customerDays))
    payday.received = addFixed(payday.received, work)
    const supplierDay = monthOf(dayOf(dayNumber(day) + terms.supplierDays))
    costs.forEach((cost, at) => {
      const when = resourceTypes[at] === 'labour' ? now : supplierDay
      when.paid = addFixed(when.paid, cost)
    })
  }
  let balance = nothing
  return everyMonth([...months.keys()]).map((month) => {
    const { work, received, paid } = months.get(month) ?? { work: nothing, received: nothing, paid: nothing }
    const change = subtractFixed(received, paid)
    balance = addFixed(balance, change)
    return {
      month,
      work: text(work),
      received: text(received),
      paid: text(negateFixed(paid)),
      change: text(change),
      balance: text(balance),
    }
  })
}

/** Amounts that grow from month to month: what each month adds to them, to the cent. */
class Running {
  #before: Fixed[]
  constructor(count: number) {
    this.#before = Array.from({ length: count }, () => nothing)
  }
  goOn(amounts: readonly Fixed[]): Fixed[] {
    const added = amounts.map((amount, at) => subtractFixed(amount, must(this.#before[at])))
    this.#before = [...amounts]
    return added
  }
}

const shareOf = (amount: Fixed, part: Fixed, whole: Fixed): Fixed =>
  divideFixed(multiplyFixed(amount, part), whole, cents, 'half_up')

const together = (works: readonly CashWork[]): CashWork => ({
  plan: must(works[0]).plan,
  byType: resourceTypes.map((_, at) => sumFixed(works.map(({ byType }) => must(byType[at])))),
})

const text = (amount: Fixed): string => fixedText(roundFixed(addFixed(nothing, amount), cents, 'half_up'))

/** The last days of all months from the first day to the last. */
function monthEnds(plans: readonly PlannedDays[]): string[] {
  const first = plans.reduce((least, { start }) => (start < least ? start : least), must(plans[0]).start)
  const last = plans.reduce((most, { finish }) => (finish > most ? finish : most), must(plans[0]).finish)
  return everyMonth([first.slice(0, 7), last.slice(0, 7)]).map((month) =>
    dayOf(dayNumber(`${monthAfter(month)}-01`) - 1),
  )
}

/** From the earliest of some months to the latest, none left out. */
function everyMonth(some: readonly string[]): string[] {
  const sorted = some.toSorted()
  const [first, last] = [must(sorted[0]), must(sorted.at(-1))]
  const months = [first]
  for (let month = first; month < last && months.length <= mostMonths;) {
    month = monthAfter(month)
    months.push(month)
  }
  if (months.length > mostMonths || last > latestMonth)
    throw invalid([
      { path: 'finish', code: 'too_long', message: 'Work is planned for at most fifty years, before 9990.' },
    ])
  return months
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12
    ? `${String(year + 1).padStart(4, '0')}-01`
    : `${String(year).padStart(4, '0')}-${String(number + 1).padStart(2, '0')}`
}
