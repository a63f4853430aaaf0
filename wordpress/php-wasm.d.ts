/**
 * The parts of php-wasm that are used here. They are declared by hand, because wordpress/node_modules is installed
 * only on demand and the type check must pass without it.
 */
declare module '@php-wasm/universal' {
  export interface PHPResponse {
    readonly headers: Record<string, string[]>;
    readonly bytes: Uint8Array;
    readonly errors: string;
    readonly exitCode: number;
    readonly httpStatusCode: number;
    readonly text: string;
  }

  export type MountHandler = (php: PHP, fileSystem: unknown, mountPoint: string) => unknown;

  export class PHP {
    constructor(runtimeId: number);
    setSapiName(name: string): Promise<void>;
    defineConstant(name: string, value: string | boolean | number | null): void;
    mkdirTree(path: string): void;
    writeFile(path: string, data: string): void;
    unlink(path: string): void;
    mount(path: string, handler: MountHandler): Promise<unknown>;
    run(request: { scriptPath: string }): Promise<PHPResponse>;
    enableRuntimeRotation(options: { recreateRuntime: () => Promise<number>; maxRequests: number }): void;
  }

  export interface PHPRequest {
    method: string;
    url: string;
    headers: Record<string, string>;
    body?: Uint8Array;
  }

  export class PHPRequestHandler {
    constructor(configuration: {
      documentRoot: string;
      absoluteUrl: string;
      cookieStore: false;
      maxPhpInstances: number;
      phpFactory: () => Promise<PHP>;
      getFileNotFoundAction: (path: string) => { type: 'internal-redirect'; uri: string } | { type: '404' };
    });
    getPrimaryPhp(): Promise<PHP>;
    request(request: PHPRequest): Promise<PHPResponse>;
    [Symbol.asyncDispose](): Promise<void>;
  }

  export class FileLockManagerInMemory {
    readonly locks: ReadonlyMap<string, unknown>;
  }

  export function setPhpIniEntries(php: PHP, entries: Record<string, string>): Promise<void>;
}

declare module '@php-wasm/node' {
  import type { FileLockManagerInMemory, MountHandler } from '@php-wasm/universal';

  export function loadNodeRuntime(
    phpVersion: '7.4' | '8.4' | '8.5',
    options: { fileLockManager: FileLockManagerInMemory; emscriptenOptions: { processId: number } },
  ): Promise<number>;

  export function createNodeFsMountHandler(hostPath: string): MountHandler;
}
