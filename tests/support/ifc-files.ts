import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

// Of half a million lines nobody waits for the last one; `LONG` does.
const most = process.env['LONG'] ? Infinity : 5_000_000
const data = '../shared/data/ifc'

/** To be said behind the name of a test that reads `ifcFiles`: nothing, or that the real models are not there. */
export const realModels = existsSync(data) ? '' : ` (real models skipped: ${data} is absent)`

/** Models of our own and real ones; the largest only with `LONG`. */
export const ifcFiles: readonly string[] = ['fixtures/ifc', data]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.ifc') && statSync(path).size <= most)
