import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { IfcFailure } from './ifc-failure.ts'
import type { IfcLimits } from './ifc-limits.ts'
import { unpackIfczip } from './unpack-ifczip.ts'

/** The bytes of an IFC file, a piece at a time. */
export interface IfcBytes {
  size: number
  read(offset: number, size: number): Uint8Array
  close(): void
}

const isZip = (start: Uint8Array): boolean => start[0] === 0x50 && start[1] === 0x4b && start[2] === 3
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/**
 * Opens an IFC file, or the one in an archive, and makes sure that it begins and ends like one. What it is called does
 * not matter. Throws `not_ifc`, `truncated`, `too_large`, `bomb`.
 */
export function openIfcFile(path: string, limits: IfcLimits): IfcBytes {
  const file = plain(path)
  try {
    if (file.size > limits.bytes) throw new IfcFailure('too_large')
    const bytes = isZip(file.read(0, 4)) ? held(unpackIfczip(readFileSync(path), limits), file) : file
    checkEnds(bytes)
    return bytes
  } catch (error) {
    file.close()
    throw error
  }
}

function plain(path: string): IfcBytes {
  const handle = openSync(path, 'r')
  const { size } = fstatSync(handle)
  return {
    size,
    read(offset, length) {
      // The parser asks for 64 MB each time: what the file does not have is not made room for.
      const piece = new Uint8Array(Math.max(0, Math.min(length, size - offset)))
      return piece.subarray(0, readSync(handle, piece, 0, piece.length, offset))
    },
    close: () => closeSync(handle),
  }
}

const held = (bytes: Uint8Array, packed: IfcBytes): IfcBytes => ({
  size: bytes.length,
  read: (offset, size) => bytes.subarray(offset, offset + size),
  close: () => packed.close(),
})

function checkEnds(bytes: IfcBytes): void {
  if (!/^(\u00ef\u00bb\u00bf)?\s*ISO-10303-21\s*;/.test(text(bytes.read(0, 1024))))
    throw new IfcFailure('not_ifc')
  const tail = text(bytes.read(Math.max(0, bytes.size - 4096), 4096))
  if (!/END-ISO-10303-21\s*;[\s\0]*$/.test(tail)) throw new IfcFailure('truncated')
}
