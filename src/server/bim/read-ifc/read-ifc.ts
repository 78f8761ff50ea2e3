import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { IfcPart, LinesMessage } from './ifc-facts.ts'
import { failureOf, IfcFailure } from './ifc-failure.ts'
import { usualLimits, type IfcLimits } from './ifc-limits.ts'
import { MeshesToCome, type MeshMessage } from './mesh-facts.ts'
import type { ReaderProcess } from './reader-process.ts'
import { takeReader } from './spare-readers.ts'

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
 * through with the one before. Throws `IfcFailure`, and what `receive` throws. Numbers are exact decimal texts in SI units.
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
  const reading = new Reading(path, limits, receive)
  let stop: (error: unknown) => void = () => undefined
  const stopped = new Promise<never>((_resolve, reject) => (stop = reject))
  const aborted = (): void => stop(signal?.reason)
  signal?.addEventListener('abort', aborted)
  const timer = setTimeout(() => stop(new IfcFailure('too_long')), limits.seconds * 1000)
  try {
    await Promise.race([stopped, meshes ? reading.withMeshes() : reading.lines(limits)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', aborted)
    reading.end()
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

  end(): void {
    this.#over = true
    for (const one of this.#processes) one.end()
  }

  async lines(
    limits: IfcLimits,
    found?: { come: MeshesToCome; counted: Promise<MeshCounts> },
  ): Promise<void> {
    const reader = this.#take<LinesMessage>('lines')
    await reader.read({ path: this.path, limits }, async (message) => {
      if (message.kind === 'failed') throw failureOf(message.code, message.why)
      if (found && message.kind === 'elements') {
        await found.come.known(message.elements.at(-1)?.expressId ?? 0)
        for (const element of message.elements) found.come.giveTo(element)
      }
      if (found && message.kind === 'end') Object.assign(message.figures, await found.counted)
      await this.#hand(message)
    })
  }

  async withMeshes(): Promise<void> {
    const beside = sizeOf(this.path) <= this.limits.bytesBeside
    const share = beside ? Math.floor(this.limits.memoryMegabytes / 2) : this.limits.memoryMegabytes
    const limits = { ...this.limits, memoryMegabytes: share }
    const come = new MeshesToCome()
    const counted = this.#meshes(limits, come)
    if (!beside) await counted
    await Promise.all([counted, this.lines(limits, { come, counted })])
  }

  async #meshes(limits: IfcLimits, come: MeshesToCome): Promise<MeshCounts> {
    const reader = this.#take<MeshMessage>('meshes')
    const counts = { meshes: 0, triangles: 0 }
    await reader.read({ path: this.path, limits }, async (message) => {
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

  #take<Message extends LinesMessage | MeshMessage>(kind: 'lines' | 'meshes'): ReaderProcess<Message> {
    const reader = takeReader<Message>(kind)
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

/** About how many bytes of IFC there are; none where there is no file, which its reader tells. */
function sizeOf(path: string): number {
  try {
    const start = Buffer.alloc(2)
    const handle = openSync(path, 'r')
    readSync(handle, start, 0, 2, 0)
    closeSync(handle)
    return statSync(path).size * (start.toString('latin1') === 'PK' ? packing : 1)
  } catch {
    return 0
  }
}
