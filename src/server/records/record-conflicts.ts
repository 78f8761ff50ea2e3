import { AppError } from '#base/app-error.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { titleOf } from '../undo/record-title.ts'
import type { RecordContext } from './record-context.ts'
import type { StoredObject } from './stored-object.ts'

interface Met {
  row: StoredObject
  error: AppError
}

/** The records of a batch that somebody else changed meanwhile: all of them are told at once. */
export class RecordConflicts {
  private readonly context: RecordContext
  private readonly model: ModelInfo
  private readonly met: Met[] = []

  constructor(context: RecordContext, model: ModelInfo) {
    this.context = context
    this.model = model
  }

  /** Runs the check of one record; a conflict is noted and the answer is null. */
  note<T>(row: StoredObject, check: () => T): T | null {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'edit_conflict') throw error
      this.met.push({ row, error })
      return null
    }
  }

  /** Throws what one record met, as for a single change. */
  throwFirst(): void {
    const [first] = this.met
    if (first) throw first.error
  }

  /** Throws 412 with every record: `{fields, records: [{id, title, fields}]}`; `fields` are those of the first. */
  throwAll(): void {
    const records = this.met.map(({ row, error }) => ({
      id: row.id,
      title: titleOf(this.context, this.model, row.attributes),
      ...(error.details as { fields: Record<string, unknown> }),
    }))
    const [first] = records
    if (first) throw new AppError('edit_conflict', undefined, { details: { fields: first.fields, records } })
  }
}
