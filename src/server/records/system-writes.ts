import type { Row } from '#contracts/query.ts'
import type { HandlerInput } from '../http/route.ts'
import type { createRecord } from '#contracts/api/records.ts'

type Asking = Pick<HandlerInput<typeof createRecord>, 'caller' | 'services' | 'address'>

/** How a model of the system is written through the record calls. */
export interface SystemWrites {
  create(input: Asking, body: Record<string, unknown>): Promise<Row>
  update(input: Asking, id: string, body: Record<string, unknown>): Promise<Row>
  remove(input: Asking, id: string): Promise<void>
}

const writes: ReadonlyMap<string, SystemWrites> = new Map()

/** The writes of a `sys_` model, or undefined when it has none. */
export const systemWrites = (key: string): SystemWrites | undefined => writes.get(key)
