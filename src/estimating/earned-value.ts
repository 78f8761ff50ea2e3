import {
  addFixed,
  divideFixed,
  fixedText,
  isZero,
  multiplyFixed,
  subtractFixed,
  type Fixed,
} from './fixed.ts'

/** What a job, or a part of it, stands at on a day; all in money with two digits. */
export interface Standing {
  /** Budget at completion: what all of the work is worth. */
  bac: Fixed
  /** What was to be done by the day. */
  pv: Fixed
  /** What was done, as it is worth in the budget. */
  ev: Fixed
  /** What it has cost. */
  ac: Fixed
}

/** The figures of earned value. Null where one would divide by nothing. */
export interface EarnedFigures {
  bac: string
  pv: string
  ev: string
  ac: string
  /** EV − AC. */
  cv: string
  /** EV − PV. */
  sv: string
  /** EV ÷ AC, four digits. */
  cpi: string | null
  /** EV ÷ PV, four digits. */
  spi: string | null
  /** What it will cost if it goes on as so far: BAC ÷ CPI. */
  eac: string | null
  /** What it will cost if the rest costs what was reckoned: AC + (BAC − EV). */
  eac_remaining: string
  /** What the rest must earn for each unit of money so that the budget holds: (BAC − EV) ÷ (BAC − AC), four digits. */
  tcpi: string | null
  /** EV and PV in per cent of BAC, two digits. */
  done: string | null
  planned: string | null
}

const cents = 2
const indexDigits = 4

/**
 * The figures of earned value as ANSI/EIA-748 names them, exact until each is written.
 * @example earnedFigures({ bac, pv, ev, ac }).cpi // '0.9500'
 */
export function earnedFigures({ bac, pv, ev, ac }: Standing): EarnedFigures {
  const left = subtractFixed(bac, ev)
  // BAC ÷ (EV ÷ AC) in one step: a rounded CPI would carry its error into millions.
  const eac = isZero(ac) ? null : ratio(multiplyFixed(bac, ac), ev, cents)
  return {
    bac: money(bac),
    pv: money(pv),
    ev: money(ev),
    ac: money(ac),
    cv: money(subtractFixed(ev, ac)),
    sv: money(subtractFixed(ev, pv)),
    cpi: ratio(ev, ac, indexDigits),
    spi: ratio(ev, pv, indexDigits),
    eac,
    eac_remaining: money(addFixed(ac, left)),
    tcpi: ratio(left, subtractFixed(bac, ac), indexDigits),
    done: percentText(ev, bac),
    planned: percentText(pv, bac),
  }
}

/** a ÷ b in per cent with two digits; null where b is nothing. */
export const percentText = (a: Fixed, b: Fixed): string | null =>
  ratio({ units: a.units * 100n, scale: a.scale }, b, cents)

function ratio(a: Fixed, b: Fixed, digits: number): string | null {
  return isZero(b) ? null : fixedText(divideFixed(a, b, digits, 'half_up'))
}

const money = (amount: Fixed): string =>
  fixedText(divideFixed(amount, { units: 1n, scale: 0 }, cents, 'half_up'))
