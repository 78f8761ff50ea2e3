/** What was said once of one customer in one place: a row of `portal_access`, in the bin where it is not `living`. */
export interface Agreed {
  project: string | null
  /** Null: it is for the whole project. */
  estimate: string | null
  /** ISO day. */
  until: string | null
  living: boolean
}

/**
 * The places that are closed by what was said of one customer, on a day. Where anything was ever said, only what still
 * stands gives access: a row in the bin gives none, neither its own nor that from before it was written. So it closes its
 * place until another row for it is there; an estimate goes by the row of its project, unless its own had run out.
 */
export function closedPlaces(rows: readonly Agreed[], day: string): string[] {
  const living = rows.filter((row) => row.living)
  const says = (project: string | null, estimate: string | null): boolean =>
    living.some((row) => row.project === project && row.estimate === estimate)
  const isClosed = ({ project, estimate, until, living: stands }: Agreed): boolean => {
    const isOver = until !== null && until < day
    if (stands) return isOver
    return !says(project, estimate) && (isOver || !says(project, null))
  }
  return [...new Set(rows.filter(isClosed).flatMap((row) => row.estimate ?? row.project ?? []))]
}
