import { Unzip, UnzipInflate } from 'fflate'
import { IfcFailure } from './ifc-failure.ts'
import type { IfcLimits } from './ifc-limits.ts'

const step = 65_536
// Small archives may be packed well: the ratio counts from here.
const harmless = 10_000_000

/**
 * The IFC file of an archive. What it unpacks to is counted while it unpacks, whatever the archive says about itself.
 * Throws `bomb` beyond the ratio, or when it holds no IFC file or several; `too_large`; `truncated`; `not_ifc`.
 */
export function unpackIfczip(packed: Uint8Array, limits: IfcLimits): Uint8Array {
  const chunks: Uint8Array[] = []
  let size = 0
  let files = 0
  let complete = false
  const unzip = new Unzip((file) => {
    if (!/\.ifc$/i.test(file.name) || /(^|\/)(__MACOSX|\.)/.test(file.name)) return
    files += 1
    if (files > 1) throw new IfcFailure('bomb')
    file.ondata = (error, chunk, final) => {
      // What is thrown here comes back here once more.
      if (error) throw (error as Error) instanceof IfcFailure ? error : new IfcFailure('truncated', error)
      size += chunk.length
      if (size > limits.bytes) throw new IfcFailure('too_large')
      if (size > harmless && size > limits.ratio * packed.length) throw new IfcFailure('bomb')
      chunks.push(chunk)
      complete = final
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    // Piece by piece, so that a bomb is stopped before it is whole.
    for (let at = 0; at < packed.length; at += step)
      unzip.push(packed.subarray(at, at + step), at + step >= packed.length)
  } catch (error) {
    throw error instanceof IfcFailure ? error : new IfcFailure('truncated', error)
  }
  if (files === 0) throw new IfcFailure('not_ifc')
  if (!complete) throw new IfcFailure('truncated')
  return Buffer.concat(chunks)
}
