import { isJsonObject } from '#base/json.ts'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'
import { t } from '#ui/translate.ts'
import { problemText } from './use-cell-edits.ts'

/** Why many records were not changed, and the names of those to blame; no names where it is about all of them. */
export interface Refusal {
  text: string
  names: readonly string[]
}

/** Whether somebody else changed some of the records meanwhile. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'edit_conflict'

/** Reads from a refused bulk write of one field which records it was about. */
export function refusalOf(
  error: unknown,
  key: string,
  ids: readonly string[],
  nameOf: (id: string) => string | null,
): Refusal {
  const blamed = isConflict(error) ? idsInConflict(error) : idsRefused(error, key, ids)
  const names = blamed.length < ids.length ? blamed.map(nameOf).filter((name) => name !== null) : []
  return { text: textOf(error, key), names }
}

function textOf(error: unknown, key: string): string {
  if (isConflict(error))
    return t(
      'Somebody else changed this meanwhile. Change the records again to put your value in place of theirs.',
    )
  return error instanceof ApiError ? problemText(error, key) : t('It could not be saved.')
}

/** By the number of the record: `update.3.values.price`. */
const idsRefused = (error: unknown, key: string, ids: readonly string[]): string[] => [
  ...new Set(
    problemsOf(error).flatMap(({ path }) => {
      const [part, at, ...rest] = path.split('.')
      const id = part === 'update' && rest.includes(key) ? ids[Number(at)] : undefined
      return id === undefined ? [] : [id]
    }),
  ),
]

function idsInConflict({ details }: ApiError): string[] {
  const records = isJsonObject(details) ? details['records'] : undefined
  return Array.isArray(records)
    ? records.flatMap((one: unknown) =>
        isJsonObject(one) && typeof one['id'] === 'string' ? [one['id']] : [],
      )
    : []
}
