import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { IfcPart, LinesMessage } from './ifc-facts.ts'
import { failureOf, IfcFailure } from './ifc-failure.ts'
import { usualLimits, type IfcLimits } from './ifc-limits.ts'
import { MeshesToCome, type MeshMessage } from './mesh-facts.ts'
import { unpackElements } from './pack-elements.ts'
import { ReaderProcess } from './reader-process.ts'
import { takeSpareReader } from './spare-readers.ts'

interface ReadIfcOptions {
  /** Measures the triangles of each element as well: volume and area as computed quantities. */
  meshes?: boolean
  limits?: Partial<IfcLimits>
  /** Ends the reading; the promise rejects with its reason. */
  signal?: AbortSignal
}

type Receive = (part: IfcPart) => Promise<void> | void

/**
 * Reads an IFC file (IFC2X3, IFC4, IFC4X3; also inside a zip) in processes of its own, with limits of memory and time: a
 * file that kills its readers kills nothing else. `receive` gets head, nodes, elements in portions and end, each when it is
 * through with the one before; it is through when this settles. Throws `IfcFailure`, `unavailable` when somebody stopped a
 * reader, and what `receive` throws. Numbers are exact decimal texts in SI units.
 *
 *     await readIfc('/tmp/house.ifc', async (part) => { if (part.kind === 'head') console.log(part.head.schema) })
 */
export async function readIfc(
  path: string,
  receive: Receive,
  { meshes = false, limits: asked = {}, signal }: ReadIfcOptions = {},
): Promise<void> {
  signal?.throwIfAborted()
  const limits = { ...usualLimits, ...asked }
  const parts = eachOnce(receive)
  let reading = new Reading(path, limits, parts())
  let over = false
  const read = async (): Promise<void> => {
    if (!meshes) return reading.lines(limits)
    if (sizeOf(path) > limits.bytesBeside) return reading.oneAfterOther()
    try {
      return await reading.beside()
    } catch (error) {
      if (over || !(error instanceof IfcFailure) || error.code !== 'too_much_memory') throw error
    }
    // Half of the memory was not enough for one of them.
    await reading.end()
    if (over) return
    reading = new Reading(path, limits, parts())
    return reading.oneAfterOther()
  }
  let stop: (error: unknown) => void = () => undefined
  const stopped = new Promise<never>((_resolve, reject) => (stop = reject))
  const aborted = (): void => stop(signal?.reason)
  signal?.addEventListener('abort', aborted)
  const timer = setTimeout(() => stop(new IfcFailure('too_long')), limits.seconds * 1000)
  try {
    await Promise.race([stopped, read()])
  } finally {
    over = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', aborted)
    // What `receive` throws now comes too late to count.
    await reading.end().catch(() => undefined)
  }
}

// How much an IFC file usually shrinks in an archive.
const packing = 10

/** One reading: a process for the lines, one for the triangles, and what they find put together. */
class Reading {
  readonly #processes: { end(): void }[] = []
  #turn: Promise<void> = Promise.resolve()
  #over = false

  constructor(
    private readonly path: string,
    private readonly limits: IfcLimits,
    private readonly receive: Receive,
  ) {}

  /** Ends its processes, and resolves when nothing is being received any more. */
  async end(): Promise<void> {
    this.#over = true
    for (const one of this.#processes) one.end()
    await this.#turn
  }

  async lines(
    limits: IfcLimits,
    found?: { come: MeshesToCome; counted: Promise<MeshCounts> },
  ): Promise<void> {
    await this.#read<LinesMessage>('lines', limits, async (message) => {
      if (message.kind === 'failed') throw failureOf(message.code, message.why)
      if (message.kind === 'elements') {
        const elements = unpackElements(message.elements)
        if (found) await found.come.known(elements.at(-1)?.expressId ?? 0)
        for (const element of elements) found?.come.giveTo(element)
        return this.#hand({ ...message, elements })
      }
      if (found && message.kind === 'end') Object.assign(message.figures, await found.counted)
      await this.#hand(message)
    })
  }

  /** Lines and triangles at once, in half of the memory each. */
  async beside(): Promise<void> {
    const limits = { ...this.limits, memoryMegabytes: Math.floor(this.limits.memoryMegabytes / 2) }
    const come = new MeshesToCome()
    const counted = this.#meshes(limits, come)
    await Promise.all([counted, this.lines(limits, { come, counted })])
  }

  /** First the triangles, then the lines, in the whole memory each. */
  async oneAfterOther(): Promise<void> {
    const come = new MeshesToCome()
    const counted = this.#meshes(this.limits, come)
    await counted
    await this.lines(this.limits, { come, counted })
  }

  async #meshes(limits: IfcLimits, come: MeshesToCome): Promise<MeshCounts> {
    const counts = { meshes: 0, triangles: 0 }
    await this.#read<MeshMessage>('meshes', limits, async (message) => {
      if (message.kind === 'failed') throw failureOf(message.code, message.why)
      if (message.kind === 'meshes') come.add(message.facts, message.upTo)
      if (message.kind === 'geometry') {
        come.end()
        await this.#hand(message)
      }
      if (message.kind === 'end')
        Object.assign(counts, { meshes: message.meshes, triangles: message.triangles })
    })
    return counts
  }

  async #read<Message extends LinesMessage | MeshMessage>(
    kind: 'lines' | 'meshes',
    limits: IfcLimits,
    receive: (message: Message) => Promise<void>,
  ): Promise<void> {
    const order = { path: this.path, limits }
    const spare = takeSpareReader<Message>(kind)
    try {
      if (spare) return await this.#follow(spare).read(order, receive)
    } catch (error) {
      if (spare?.tookOrder || this.#over) throw error
      // It had ended already, which shows only now.
    }
    await this.#follow(new ReaderProcess<Message>(kind)).read(order, receive)
  }

  #follow<Reader extends { end(): void }>(reader: Reader): Reader {
    this.#processes.push(reader)
    return reader
  }

  /** Two processes find something, but one part is handed over after the other. */
  #hand(part: IfcPart): Promise<void> {
    const turn = this.#turn.then(() => (this.#over ? undefined : this.receive(part)))
    this.#turn = turn
    return turn
  }
}

interface MeshCounts {
  meshes: number
  triangles: number
}

/** Makes a receiver for each reading of the same file. All find the same parts in the same order; each goes through once. */
function eachOnce(receive: Receive): () => Receive {
  const through = { geometry: 0, others: 0 }
  return () => {
    const met = { geometry: 0, others: 0 }
    return (part) => {
      const kind = part.kind === 'geometry' ? 'geometry' : 'others'
      met[kind] += 1
      if (met[kind] <= through[kind]) return undefined
      through[kind] += 1
      return receive(part)
    }
  }
}

/** About how many bytes of IFC there are; none where there is no file, which its reader tells. */
function sizeOf(path: string): number {
  let handle: number | undefined
  try {
    handle = openSync(path, 'r')
    const start = Buffer.alloc(2)
    readSync(handle, start, 0, 2, 0)
    return fstatSync(handle).size * (start.toString('latin1') === 'PK' ? packing : 1)
  } catch {
    return 0
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
