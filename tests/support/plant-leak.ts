import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plantedFaults } from './planted-faults.ts'
import { plantedLeaks } from './planted-leaks.ts'

/** One check taken out of the sources, as somebody might by mistake. */
export interface PlantedLeak {
  name: string
  file: string
  /** Stands there exactly once. */
  find: string
  replace: string
  /** A second wall that has to be taken down before anything is seen. */
  also?: { file: string; find: string; replace: string }
  /** The test that has to find it; the one of the two worlds unless told. */
  test?: string
  /** Only tests whose title holds this are run. */
  title?: string
  /** Rows of the list of attacks (`tests/security`) whose test is seen to fail by it. */
  rows?: readonly string[]
}

const root = join(import.meta.dirname, '../..')

/** All that can be planted: what a reader must not learn, and what an attacker must not get. */
export const allPlanted: readonly PlantedLeak[] = [...plantedLeaks, ...plantedFaults]

const placesOf = ({ file, find, replace, also }: PlantedLeak) => [
  { file, find, replace },
  ...(also ? [also] : []),
]

/** Whether all texts that a leak replaces stand in their files, once. */
export const canBePlanted = (leak: PlantedLeak): boolean =>
  placesOf(leak).every(({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length === 2)

/** A plugin for the test runner that plants the leak LEAK names while the sources are read. */
export const plantLeak = (name: string | undefined) => ({
  name: 'plant-leak',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    const leak = allPlanted.find((one) => one.name === name)
    if (name !== undefined && !leak) throw new Error(`There is no planted leak “${name}”.`)
    const place = leak && placesOf(leak).find(({ file }) => id.split('?')[0]?.endsWith(file))
    if (!place) return undefined
    if (!code.includes(place.find)) throw new Error(`${place.file} does not hold what “${name}” replaces.`)
    return code.replace(place.find, () => place.replace)
  },
})
