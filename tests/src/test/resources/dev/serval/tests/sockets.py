# What Python's websockets hears: sockets.py URI CERTIFICATE, which is "-" without TLS.
import asyncio
import random
import ssl
import sys

import websockets
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory as Deflate

base, certificate = sys.argv[1:]
trust = None if certificate == "-" else ssl.create_default_context(cafile=certificate)
SIZES = [0, 1, 125, 126, 127, 65535, 65536, 200000]
MODES = {
    "plain": {"compression": None},
    "deflate": {},
    "without context": {"extensions": [Deflate(True, True)], "compression": None},
    "small window": {"extensions": [Deflate(client_max_window_bits=9)], "compression": None},
    "server's window": {"extensions": [Deflate(server_max_window_bits=10)], "compression": None},
}


def connect(path, **more):
    return websockets.connect(base + path, ssl=trust, max_size=None, **more)


async def echoes(mode, options):
    async with connect("/echo", **options) as socket:
        count = 0
        for size in SIZES:
            for message in ("\u00e9" * size, "ab" * size, random.randbytes(size), bytes(size)):
                await socket.send(message)
                assert await socket.recv() == message, size
                count += 1
        await socket.send(["one ", "two ", "three"])
        assert await socket.recv() == "one two three"
        await socket.send([b"1", b"", b"2"])
        assert await socket.recv() == b"12"
        await asyncio.wait_for(await socket.ping(b"p" * 125), 20)
    print(mode, len(socket.extensions), count, "closed", socket.close_code)


async def ends():
    async with connect("/log") as observer:
        async with connect("/log") as socket:
            await socket.close(4002, "bye")
            print("closed", socket.close_code)
        await observer.send("ends")
        print("the server heard", await observer.recv())
        async with connect("/log") as socket:
            await socket.send("close")
            await socket.wait_closed()
            print("heard", socket.close_code, socket.close_reason)
        await observer.send("ends")
        print("the server heard", await observer.recv())


async def main():
    for mode, options in MODES.items():
        await echoes(mode, options)
    await ends()
    names = {"extra_headers": {"X-Agent": "me"}, "subprotocols": ["x", "two", "one"]}
    async with connect("/facts/a/1", **names) as socket:
        print("protocol", socket.subprotocol)


asyncio.run(main())
