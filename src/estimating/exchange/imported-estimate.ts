import type { EstimateDocument } from '../estimate-document.ts'

/** What a file says, as an estimate. Ids hold within it only. */
export interface ImportedEstimate {
  name: string
  document: EstimateDocument
  /** What could not be taken as it stands, in words for whoever imports it. */
  notes: string[]
}
