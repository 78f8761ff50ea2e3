import type { ResourceType } from '../../estimate-document.ts'

/** A row of a bill that is written as a table. Numbers are decimal texts, null where the cell is empty. */
export interface TableLine {
  /** The line of the file. */
  row: number
  /** `1.2.3`, as the file has it. */
  number: string | null
  title: string
  text: string | null
  unit: string | null
  quantity: string | null
  rate: string | null
  total: string | null
  /** What was counted, in words or as a unit: `Area`, `Stück`, `m2`. */
  counted: string | null
  /** The name of what it stands in. */
  section: string | null
}

/** What a line of a table is made of: `quantity` is for the whole line, as `amount` is. */
export interface TableResource {
  row: number
  /** The number of its line. */
  number: string
  code: string | null
  name: string
  type: ResourceType
  unit: string
  quantity: string | null
  price: string
  amount: string | null
}

/** A bill as tables: its lines, and what these are made of where the file says so. */
export interface EstimateTable {
  currency: string
  lines: TableLine[]
  resources: TableResource[]
}

/**
 * What is odd about a line of a table:
 * - `dimension`: what was counted does not fit the unit it is priced in, so its money means nothing;
 * - `unit`: nobody knows its unit, so nothing can be said about it;
 * - `total`: the printed total is not quantity × rate;
 * - `parts`: what it is made of does not add up to its printed total;
 * - `amount`: the amount of something it is made of is not quantity × price.
 */
export interface TableFlag {
  code: 'dimension' | 'unit' | 'total' | 'parts' | 'amount'
  number: string | null
  title: string
  unit: string | null
  counted: string | null
  /**
   * As printed, and what it would have to be; of the whole line, or of the part that `amount` is about. Without a printed
   * total `dimension` and `unit` have quantity × rate.
   */
  printed: string | null
  expected: string | null
}
