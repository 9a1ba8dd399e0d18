"""An agent of the standard library alone: asks, runs the calls that come back, asks again."""
import json
import os
import sys
import urllib.request

task = json.load(sys.stdin)
TOOLS = [
    {
        'type': 'function',
        'function': {'name': 'add', 'parameters': {'type': 'object', 'properties': {'a': {}, 'b': {}}}},
    }
]


def ask(messages):
    request = urllib.request.Request(
        os.environ['OPENAI_BASE_URL'] + '/chat/completions',
        json.dumps({'model': 'policy', 'messages': messages, 'tools': TOOLS}).encode(),
        {'content-type': 'application/json', 'authorization': 'Bearer ' + os.environ['OPENAI_API_KEY']},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)['choices'][0]['message']


messages = task['messages']
while True:
    message = ask(messages)
    messages.append(message)
    calls = message.get('tool_calls') or []
    if not calls:
        break
    for call in calls:
        given = json.loads(call['function']['arguments'])
        messages.append({'role': 'tool', 'tool_call_id': call['id'], 'content': str(given['a'] + given['b'])})
print(message['content'])
