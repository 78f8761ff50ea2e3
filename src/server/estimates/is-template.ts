import type { StoredRow } from './stored-version.ts'

/** Whether an estimate is there for others to begin like it: no work that anybody ordered, so that no figure counts it. */
export const isTemplate = ({ attributes }: StoredRow): boolean => attributes.template === true
