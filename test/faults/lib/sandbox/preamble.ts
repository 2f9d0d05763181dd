/** What every attempt's program begins with. Whatever fails is tried no further, and nothing is said. */
export const preamble = `
import ctypes, errno, fcntl, json, os, signal, socket, struct, subprocess, sys, threading, time
P = json.load(open('world.json'))
ports = P['ports']
libc = ctypes.CDLL(None, use_errno=True)
sys.excepthook = lambda *given: sys.stderr.write(repr(given[1]) + '\\n')

def loot(data):
    with open(P['root'] + '/loot', 'ab') as file:
        file.write(data if isinstance(data, bytes) else str(data).encode())

def steal(path):
    try:
        with open(path, 'rb') as file: loot(file.read(1 << 20))
    except OSError as error: sys.stderr.write(repr(error) + '\\n')

def put(path, text, mode=None):
    try:
        if os.path.dirname(path): os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w') as file: file.write(text)
        if mode is not None: os.chmod(path, mode)
    except OSError as error: sys.stderr.write(repr(error) + '\\n')

def sh(text):
    try: return subprocess.run(['/bin/sh', '-c', text], capture_output=True, timeout=15)
    except Exception as error: sys.stderr.write(repr(error) + '\\n')

def quiet(act, *given):
    try: return act(*given)
    except Exception as error: sys.stderr.write(repr(error) + '\\n')

def dial(address, send=b'', family=socket.AF_INET, kind=socket.SOCK_STREAM):
    try:
        one = socket.socket(family, kind)
        one.settimeout(4)
        one.connect(address)
        one.sendall(send)
        loot(one.recv(65536))
        one.close()
    except OSError as error: sys.stderr.write(repr(error) + '\\n')

def proxy(send, wait=4):
    """Bytes to the session's proxy; what comes back is loot."""
    try:
        one = socket.create_connection(('127.0.0.1', 3128), 4)
        one.settimeout(wait)
        one.sendall(send)
        for _ in range(40):
            got = one.recv(65536)
            if not got: break
            loot(got)
    except OSError as error: sys.stderr.write(repr(error) + '\\n')

def connect(target, then=b'GET / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n'):
    if isinstance(target, str): target = target.encode()
    try:
        one = socket.create_connection(('127.0.0.1', 3128), 4)
        one.settimeout(4)
        one.sendall(b'CONNECT ' + target + b' HTTP/1.1\\r\\nHost: ' + target + b'\\r\\n\\r\\n')
        head = one.recv(65536)
        loot(head)
        if b' 200 ' in head.split(b'\\r\\n')[0]:
            one.sendall(then)
            loot(one.recv(65536))
        one.close()
    except OSError as error: sys.stderr.write(repr(error) + '\\n')

def syscall(number, *given):
    ctypes.set_errno(0)
    return libc.syscall(ctypes.c_long(number), *given)
`;
