"""Gives a recogniser 8-bit weights and activations.

    python quantise.py RECOGNISER.onnx INPUTS QUANTISED.onnx

INPUTS is a folder that `npx tsx bench/networkInputs.ts` made. Needs Python 3.11 with onnx 1.23.2, onnxruntime 1.32.0 and numpy.

What multiplies matrices is quantised: convolutions of all channels, the attention's projections and the last layer, each output
channel with a scale of its own (B. Jacob et al., "Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only
Inference", 2018, sections 2 and 3). What has few weights and loses most stays as it is: the stem, convolutions of one channel each, and
what weighs channels by their mean.
"""

import json
import sys
import tempfile
from pathlib import Path

import numpy
import onnx
from onnx import version_converter
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

# Scales for each output channel need QuantizeLinear of this opset or a later one.
OPSET = 13
# Of the runs that were kept, so many are looked at; each is a batch of up to six lines.
RUNS = 120
STEM = {"Conv.0", "Conv.1", "Conv.2", "Conv.3"}


class Inputs(CalibrationDataReader):
    """The kept inputs, evenly chosen, one after the other."""

    def __init__(self, folder: Path, name: str):
        index = json.loads((folder / "index.json").read_text())
        step = max(1, len(index) // RUNS)
        self.name = name
        self.left = iter([(folder / one["file"], one["shape"]) for one in index[::step]])

    def get_next(self):
        file, shape = next(self.left, (None, None))
        if file is None:
            return None
        return {self.name: numpy.fromfile(file, dtype="<f4").reshape(shape)}


def quantised_nodes(model: onnx.ModelProto) -> list[str]:
    """Names of the nodes that are quantised."""
    weights = {one.name: one for one in model.graph.initializer}
    made_by = {output: node for node in model.graph.node for output in node.output}

    def weighs_channels(node: onnx.NodeProto) -> bool:
        """Whether it works on the means of channels: what it is given is one pixel."""
        source = made_by.get(node.input[0])
        while source is not None and source.op_type in ("Relu", "Conv", "Identity", "Add"):
            source = made_by.get(source.input[0])
        return source is not None and source.op_type == "ReduceMean"

    names = []
    for node in model.graph.node:
        if node.op_type == "Conv":
            groups = next((one.i for one in node.attribute if one.name == "group"), 1)
            small = weights[node.input[1]].dims[2:] == [1, 1] and weighs_channels(node)
            if groups == 1 and node.name not in STEM and not small:
                names.append(node.name)
        elif node.op_type == "MatMul" and node.input[1] in weights:
            names.append(node.name)
    return names


def main(source: str, inputs: str, target: str) -> None:
    with tempfile.TemporaryDirectory() as work:
        newer = Path(work) / "newer.onnx"
        prepared = Path(work) / "prepared.onnx"
        onnx.save(version_converter.convert_version(onnx.load(source), OPSET), newer)
        quant_pre_process(newer, prepared, skip_symbolic_shape=True)
        model = onnx.load(prepared)
        nodes = quantised_nodes(model)
        quantize_static(
            prepared,
            target,
            Inputs(Path(inputs), model.graph.input[0].name),
            quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            per_channel=True,
            calibrate_method=CalibrationMethod.MinMax,
            nodes_to_quantize=nodes,
        )
    print(f"{len(nodes)} nodes are quantised; {Path(target).stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
