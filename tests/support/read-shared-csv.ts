import { existsSync, readFileSync } from 'node:fs'
import Papa from 'papaparse'

const folder = '../shared/data/'

/** Real files that stay outside the repository: `describe.skipIf(!hasSharedData('cost/x.csv'))`. */
export const hasSharedData = (...paths: string[]): boolean => paths.every((path) => existsSync(folder + path))

/** The rows of a CSV file of the shared data, by column. */
export function readSharedCsv(path: string): Record<string, string>[] {
  const { data } = Papa.parse<Record<string, string>>(readFileSync(folder + path, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  return data
}
