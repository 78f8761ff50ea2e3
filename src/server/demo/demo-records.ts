import { assert, must } from '#base/assert.ts'
import type { Field } from '#contracts/field.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import type { Caller } from '../database/in-tenant.ts'
import { keepFile } from '../files/keep-file.ts'
import { bulkRecords } from '../records/bulk-records.ts'
import { withRecords } from '../records/open-records.ts'
import type { Services } from '../services.ts'
import { dayOf } from './demo-days.ts'
import {
  readDemoRecords,
  readDocument,
  readPhoto,
  readPriceBook,
  type Demo,
  type DemoRecord,
} from './demo-files.ts'
import { recordPlan, type PlannedModel } from './record-plan.ts'

/** The people of the demo inside their workspace. */
export interface DemoCrew {
  byRole(role: string): Caller
  byEmail(email: string): Caller
}

// As many as one call may bring.
const batch = 1000

/** Writes the records through the same code as the API, each by a person whose role may; what hangs on them comes later. */
export async function writeDemoRecords(
  services: Services,
  demo: Demo,
  crew: DemoCrew,
  today: Date,
): Promise<void> {
  const ids = new Map<string, string>()
  for (const plan of recordPlan) {
    const records = plan.model === 'price_item' ? await readPriceBook() : readDemoRecords(plan.model)
    const model = must(demo.models.find(({ key }) => key === plan.model))
    const writer = new ModelWriter(services, plan, plainFields(model.schema?.fields ?? []), ids, crew, today)
    for (const level of levels(records, plan)) await writer.create(level)
    for (const later of plan.later ?? []) await writer.update(records, later)
  }
}

/** Records that hang under others of their kind come after them. */
function levels(records: readonly DemoRecord[], { under, named }: PlannedModel): DemoRecord[][] {
  if (under === undefined) return [[...records]]
  const found: DemoRecord[][] = []
  let above = new Set<unknown>([null])
  for (let left = [...records]; left.length > 0;) {
    const level = left.filter((record) => above.has(record[under] ?? null))
    assert(level.length > 0, `${under} leads in a circle`)
    found.push(level)
    left = left.filter((record) => !level.includes(record))
    above = new Set(level.map((record) => record[must(named)]))
  }
  return found
}

class ModelWriter {
  private readonly made = new Map<DemoRecord, string>()
  private readonly fields: ReadonlyMap<string, Field>

  constructor(
    private readonly services: Services,
    private readonly plan: PlannedModel,
    fields: readonly Field[],
    private readonly ids: Map<string, string>,
    private readonly crew: DemoCrew,
    private readonly today: Date,
  ) {
    this.fields = new Map(fields.map((field) => [field.key, field]))
  }

  async create(records: readonly DemoRecord[]): Promise<void> {
    const { model, by, begins, later = [], named } = this.plan
    const held = new Set(later.flatMap(({ fields }) => fields))
    for (const [caller, own] of this.byAuthor(records, by)) {
      for (let start = 0; start < own.length; start += batch) {
        const part = own.slice(start, start + batch)
        const create: Record<string, unknown>[] = []
        for (const record of part)
          create.push({ ...begins, ...(await this.values(record, caller, (key) => !held.has(key))) })
        const answer = await withRecords({ caller, services: this.services }, (context) =>
          bulkRecords(context, model, { create, update: [], delete: [] }),
        )
        for (const [index, record] of part.entries()) {
          const id = must(answer.created[index])
          this.made.set(record, id)
          if (named !== undefined) this.ids.set(`${model} ${String(record[named])}`, id)
        }
      }
    }
  }

  async update(
    records: readonly DemoRecord[],
    later: { by: string; fields: readonly string[] },
  ): Promise<void> {
    const caller = this.crew.byRole(later.by)
    const update: { id: string; values: Record<string, unknown> }[] = []
    for (const record of records) {
      const values = await this.values(record, caller, (key) => later.fields.includes(key))
      if (Object.keys(values).length > 0) update.push({ id: must(this.made.get(record)), values })
    }
    await withRecords({ caller, services: this.services }, (context) =>
      bulkRecords(context, this.plan.model, { create: [], update, delete: [] }),
    )
  }

  private byAuthor(records: readonly DemoRecord[], by: string): Map<Caller, DemoRecord[]> {
    const groups = new Map<Caller, DemoRecord[]>()
    for (const record of records) {
      const caller = this.fields.has(by) ? this.crew.byEmail(String(record[by])) : this.crew.byRole(by)
      groups.set(caller, [...(groups.get(caller) ?? []), record])
    }
    return groups
  }

  private async values(
    record: DemoRecord,
    caller: Caller,
    wanted: (key: string) => boolean,
  ): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {}
    for (const [key, told] of Object.entries(record)) {
      const field = this.fields.get(key)
      if (field && wanted(key) && told !== null && told !== '')
        values[key] = await this.value(field, told, caller)
    }
    return values
  }

  private async value(field: Field, told: unknown, caller: Caller): Promise<unknown> {
    switch (field.type) {
      case 'relation':
        return must(
          this.ids.get(`${String(field.target)} ${String(told)}`),
          `${field.key}: ${String(told)} exists`,
        )
      case 'user':
        return this.crew.byEmail(String(told)).userId
      case 'date':
        return dayOf(told, this.today)
      case 'image':
        return this.keep(
          caller,
          [told].flat().map((name) => readPhoto(String(name))),
        )
      case 'file':
        return this.keep(
          caller,
          [told].flat().map((path) => readDocument(String(path))),
        )
      default:
        return told
    }
  }

  private async keep(caller: Caller, files: readonly { name: string; bytes: Buffer }[]): Promise<unknown[]> {
    const kept: unknown[] = []
    for (const file of files) kept.push(await keepFile(caller, this.services.files, file))
    return kept
  }
}
