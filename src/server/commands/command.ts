import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import type { Json } from '#base/json.ts'
import type { CommandDescription } from '#contracts/api/commands.ts'
import { inputDetails } from '../http/error-details.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'

/** Something the product does with its standard models beyond writing records: `estimate.fork`. One file each. */
export interface Command {
  /** `noun.verb`. */
  name: string
  /** What a button would say. */
  title: string
  input: z.ZodType
  /** Keys of the models whose records it may change; screens that show these are asked again. */
  changes: readonly string[]
  /**
   * It only works something out: a release does not wait for it, and whoever looks at the workspace as somebody else may ask
   * for it.
   */
  reads?: true
  /** It releases definitions: nobody else's release comes between. */
  releases?: true
  /**
   * Runs in the transaction of the call, with the caller's rights: it asks and writes through the record calls. Throws
   * what these throw, and 422 `invalid` for input that does not fit.
   */
  run(context: RecordContext, input: unknown, services: Services): Promise<Json>
}

interface Declared<Input extends z.ZodType> extends Omit<Command, 'input' | 'run'> {
  input: Input
  run(context: RecordContext, input: z.output<Input>, services: Services): Promise<Json>
}

/** Declares a command, typed by what it takes. */
export const defineCommand = <Input extends z.ZodType>({ run, ...declared }: Declared<Input>): Command => ({
  ...declared,
  run: async (context, input, services) => {
    const parsed = declared.input.safeParse(input)
    if (!parsed.success) throw invalid(inputDetails(parsed.error))
    return run(context, parsed.data, services)
  },
})

export const describeCommand = ({ name, title, input }: Command): CommandDescription => ({
  name,
  title,
  input: z.toJSONSchema(input, { io: 'input' }),
})
