import type { EstimateDocument } from '../estimate-document.ts'
import type { LineGroups } from './line-groups.ts'
import type { TableFlag } from './table/estimate-table.ts'

/** What a file says, as an estimate. Ids hold within it only. */
export interface ImportedEstimate {
  name: string
  document: EstimateDocument
  /** What could not be taken as it stands, in words for whoever imports it. */
  notes: string[]
  /** Of tables: what is odd about their lines. */
  flags?: TableFlag[]
  /** Of GAEB files: where their items belong. */
  groups?: LineGroups
  /** For whoever works on a line, by the id of its node. */
  remarks?: ReadonlyMap<string, string>
}
